#include "io/memory_contents.h"

#include <algorithm>
#include <cstring>

namespace stoa {

size_t MemoryContents::read(uint64_t offset, void* data, size_t size) const {
  if (offset >= size_) return 0;
  const size_t readable = static_cast<size_t>(std::min<uint64_t>(size, size_ - offset));
  auto* to = static_cast<std::byte*>(data);
  for (size_t done = 0; done < readable;) {
    const uint64_t place = offset + done;
    const size_t in_page = place % kPageBytes;
    const size_t piece = std::min(readable - done, kPageBytes - in_page);
    const Page* page = pages_[place / kPageBytes].get();
    if (page != nullptr) {
      std::memcpy(to + done, page->bytes + in_page, piece);
    } else {
      std::memset(to + done, 0, piece);
    }
    done += piece;
  }
  return readable;
}

void MemoryContents::write(uint64_t offset, const void* data, size_t size) {
  if (size == 0) return;
  if (offset + size > size_) resize(offset + size);
  const auto* from = static_cast<const std::byte*>(data);
  for (size_t done = 0; done < size;) {
    const uint64_t place = offset + done;
    const size_t in_page = place % kPageBytes;
    const size_t piece = std::min(size - done, kPageBytes - in_page);
    std::memcpy(writable_page(place / kPageBytes).bytes + in_page, from + done, piece);
    done += piece;
  }
}

void MemoryContents::resize(uint64_t size) {
  pages_.resize(static_cast<size_t>((size + kPageBytes - 1) / kPageBytes));
  // What is cut off must read as zeros when the file grows again.
  if (size < size_ && size % kPageBytes != 0 && pages_.back() != nullptr) {
    const size_t kept = size % kPageBytes;
    std::memset(writable_page(pages_.size() - 1).bytes + kept, 0, kPageBytes - kept);
  }
  size_ = size;
}

MemoryContents::Page& MemoryContents::writable_page(size_t index) {
  std::shared_ptr<Page>& page = pages_[index];
  if (page == nullptr) {
    page = std::make_shared<Page>();
  } else if (page.use_count() > 1) {
    page = std::make_shared<Page>(*page);
  }
  return *page;
}

}  // namespace stoa
