#include <algorithm>
#include <limits>

#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include "base/assert.h"
#include "base/error.h"
#include "format/compression.h"

namespace stoa {

namespace {

constexpr size_t kOutputStepBytes = 64 * 1024;

[[noreturn]] void raise_damaged_stream(std::string_view codec, std::string_view what) {
  raise(sqlstate::kDataCorrupted, "damaged " + std::string(codec) + " data: " + std::string(what));
}

uInt clamp_to_zlib(size_t size) {
  return static_cast<uInt>(std::min<size_t>(size, std::numeric_limits<uInt>::max()));
}

// zlib's interface takes non-const input that it does not write to.
Bytef* zlib_input(std::span<const std::byte> input) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(input.data()));
}

class GzipDecompressor final : public StreamDecompressor {
 public:
  GzipDecompressor() {
    // 15 bits of window, +32: gzip or zlib header, whichever comes.
    if (inflateInit2(&stream_, 15 + 32) != Z_OK) raise(sqlstate::kOutOfMemory, "zlib can't start");
  }
  ~GzipDecompressor() override { inflateEnd(&stream_); }

  Step step(std::span<const std::byte> input, std::span<std::byte> output) override {
    if (input.empty() && at_start_) return {};
    if (at_start_ && member_count_ > 0 && is_padding(input)) return {input.size(), 0};
    at_start_ = false;
    stream_.next_in = zlib_input(input);
    stream_.avail_in = clamp_to_zlib(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(output.data());
    stream_.avail_out = clamp_to_zlib(output.size());
    const uInt input_before = stream_.avail_in;
    const uInt output_before = stream_.avail_out;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      ++member_count_;
      at_start_ = true;
      inflateReset(&stream_);
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      raise_damaged_stream("gzip", stream_.msg != nullptr ? stream_.msg : "invalid stream");
    }
    return {input_before - stream_.avail_in, output_before - stream_.avail_out};
  }
  bool may_end() const override { return at_start_ && member_count_ > 0; }

 private:
  // Some writers fill the last block with zeros, which gzip(1) ignores too.
  static bool is_padding(std::span<const std::byte> input) {
    return std::all_of(input.begin(), input.end(), [](std::byte b) { return b == std::byte{0}; });
  }
  z_stream stream_ = {};
  bool at_start_ = true;
  size_t member_count_ = 0;
};

class ZstdDecompressor final : public StreamDecompressor {
 public:
  ZstdDecompressor() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) raise(sqlstate::kOutOfMemory, "zstd can't start");
  }
  ~ZstdDecompressor() override { ZSTD_freeDCtx(context_); }

  Step step(std::span<const std::byte> input, std::span<std::byte> output) override {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{output.data(), output.size(), 0};
    const size_t left = ZSTD_decompressStream(context_, &out, &in);
    if (ZSTD_isError(left) != 0) raise_damaged_stream("zstd", ZSTD_getErrorName(left));
    if (in.pos != 0 || out.pos != 0) may_end_ = left == 0;
    return {in.pos, out.pos};
  }
  bool may_end() const override { return may_end_; }

 private:
  ZSTD_DCtx* context_;
  bool may_end_ = false;
};

class Lz4Decompressor final : public StreamDecompressor {
 public:
  Lz4Decompressor() {
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context_, LZ4F_VERSION)) != 0) {
      raise(sqlstate::kOutOfMemory, "lz4 can't start");
    }
  }
  ~Lz4Decompressor() override { LZ4F_freeDecompressionContext(context_); }

  Step step(std::span<const std::byte> input, std::span<std::byte> output) override {
    size_t consumed = input.size();
    size_t produced = output.size();
    const size_t left = LZ4F_decompress(context_, output.data(), &produced, input.data(), &consumed, nullptr);
    if (LZ4F_isError(left) != 0) raise_damaged_stream("lz4", LZ4F_getErrorName(left));
    if (consumed != 0 || produced != 0) may_end_ = left == 0;
    return {consumed, produced};
  }
  bool may_end() const override { return may_end_; }

 private:
  LZ4F_dctx* context_ = nullptr;
  bool may_end_ = false;
};

class GzipCompressor final : public StreamCompressor {
 public:
  explicit GzipCompressor(int level) {
    const int status = deflateInit2(&stream_, level == 0 ? Z_DEFAULT_COMPRESSION : level, Z_DEFLATED, 15 + 16,
                                    8, Z_DEFAULT_STRATEGY);
    if (status != Z_OK) raise(sqlstate::kInvalidParameterValue, "gzip takes levels 1 to 9");
  }
  ~GzipCompressor() override { deflateEnd(&stream_); }

  void add(std::span<const std::byte> input, bool last, std::string& output) override {
    size_t taken = 0;
    int status = Z_OK;
    do {
      const auto piece = input.subspan(taken, clamp_to_zlib(input.size() - taken));
      const bool is_final = last && taken + piece.size() == input.size();
      stream_.next_in = zlib_input(piece);
      stream_.avail_in = static_cast<uInt>(piece.size());
      do {
        const size_t size_before = output.size();
        output.resize(size_before + kOutputStepBytes);
        stream_.next_out = reinterpret_cast<Bytef*>(output.data() + size_before);
        stream_.avail_out = kOutputStepBytes;
        status = deflate(&stream_, is_final ? Z_FINISH : Z_NO_FLUSH);
        output.resize(output.size() - stream_.avail_out);
      } while (stream_.avail_out == 0);
      taken += piece.size();
    } while (taken < input.size());
    STOA_CHECK(!last || status == Z_STREAM_END);
  }

 private:
  z_stream stream_ = {};
};

class ZstdCompressor final : public StreamCompressor {
 public:
  explicit ZstdCompressor(int level) : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) raise(sqlstate::kOutOfMemory, "zstd can't start");
    const int effective = level == 0 ? ZSTD_CLEVEL_DEFAULT : level;
    if (ZSTD_isError(ZSTD_CCtx_setParameter(context_, ZSTD_c_compressionLevel, effective)) != 0) {
      ZSTD_freeCCtx(context_);
      raise(sqlstate::kInvalidParameterValue, "zstd takes levels up to 22");
    }
  }
  ~ZstdCompressor() override { ZSTD_freeCCtx(context_); }

  void add(std::span<const std::byte> input, bool last, std::string& output) override {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    size_t left = 0;
    do {
      const size_t size_before = output.size();
      output.resize(size_before + kOutputStepBytes);
      ZSTD_outBuffer out{output.data() + size_before, kOutputStepBytes, 0};
      left = ZSTD_compressStream2(context_, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
      output.resize(size_before + out.pos);
      if (ZSTD_isError(left) != 0) raise(sqlstate::kSystemError, ZSTD_getErrorName(left));
    } while (in.pos < in.size || (last && left != 0));
  }

 private:
  ZSTD_CCtx* context_;
};

class Lz4Compressor final : public StreamCompressor {
 public:
  explicit Lz4Compressor(int level) {
    preferences_.compressionLevel = level;
    if (LZ4F_isError(LZ4F_createCompressionContext(&context_, LZ4F_VERSION)) != 0) {
      raise(sqlstate::kOutOfMemory, "lz4 can't start");
    }
  }
  ~Lz4Compressor() override { LZ4F_freeCompressionContext(context_); }

  void add(std::span<const std::byte> input, bool last, std::string& output) override {
    if (!started_) {
      started_ = true;
      append(output, LZ4F_HEADER_SIZE_MAX,
             [&](void* to, size_t size) { return LZ4F_compressBegin(context_, to, size, &preferences_); });
    }
    for (size_t taken = 0; taken < input.size(); taken += kOutputStepBytes) {
      const auto piece = input.subspan(taken, std::min(kOutputStepBytes, input.size() - taken));
      append(output, LZ4F_compressBound(piece.size(), &preferences_), [&](void* to, size_t size) {
        return LZ4F_compressUpdate(context_, to, size, piece.data(), piece.size(), nullptr);
      });
    }
    if (last) {
      append(output, LZ4F_compressBound(0, &preferences_),
             [&](void* to, size_t size) { return LZ4F_compressEnd(context_, to, size, nullptr); });
    }
  }

 private:
  template <class Produce>
  static void append(std::string& output, size_t bound, const Produce& produce) {
    const size_t size_before = output.size();
    output.resize(size_before + bound);
    const size_t size = produce(output.data() + size_before, bound);
    if (LZ4F_isError(size) != 0) raise(sqlstate::kSystemError, LZ4F_getErrorName(size));
    output.resize(size_before + size);
  }
  LZ4F_cctx* context_ = nullptr;
  LZ4F_preferences_t preferences_ = {};
  bool started_ = false;
};

[[noreturn]] void raise_no_stream(Compression compression) {
  raise(sqlstate::kInvalidParameterValue,
        "there are no " + std::string(compression_name(compression)) + " streams; use gzip, zstd or lz4");
}

}  // namespace

std::unique_ptr<StreamDecompressor> StreamDecompressor::make(Compression compression) {
  switch (compression) {
    case Compression::kGzip: return std::make_unique<GzipDecompressor>();
    case Compression::kZstd: return std::make_unique<ZstdDecompressor>();
    case Compression::kLz4Frame: return std::make_unique<Lz4Decompressor>();
    default: raise_no_stream(compression);
  }
}

std::unique_ptr<StreamCompressor> StreamCompressor::make(Compression compression, int level) {
  switch (compression) {
    case Compression::kGzip: return std::make_unique<GzipCompressor>(level);
    case Compression::kZstd: return std::make_unique<ZstdCompressor>(level);
    case Compression::kLz4Frame: return std::make_unique<Lz4Compressor>(level);
    default: raise_no_stream(compression);
  }
}

}  // namespace stoa
