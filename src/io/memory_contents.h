#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace stoa {

/// The bytes of a file in memory: pages of 64 KiB shared between copies until one of them is written. A page
/// that was never written reads as zeros. Copying costs a pointer per page. One thread at a time, or several
/// readers.
class MemoryContents {
 public:
  static constexpr size_t kPageBytes = 64 * 1024;

  uint64_t size() const noexcept { return size_; }
  size_t read(uint64_t offset, void* data, size_t size) const;
  void write(uint64_t offset, const void* data, size_t size);
  void resize(uint64_t size);

 private:
  struct Page {
    std::byte bytes[kPageBytes];
  };
  Page& writable_page(size_t index);

  std::vector<std::shared_ptr<Page>> pages_;
  uint64_t size_ = 0;
};

}  // namespace stoa
