#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Codecs of data files: whole blocks whose size is known (Parquet pages) and streams (compressed CSV).
namespace stoa {

enum class Compression : uint8_t {
  kNone,
  kGzip,      ///< RFC 1952; several members one after another count as one stream
  kZstd,      ///< RFC 8878; several frames likewise
  kSnappy,    ///< a raw block
  kLz4Raw,    ///< a raw block
  kLz4Frame,  ///< a stream
};

/// "gzip", "zstd", "snappy", "lz4_raw", "lz4", "none".
std::string_view compression_name(Compression compression);
/// The reverse, ignoring case ("gz", "zst", "uncompressed" too); 22023 for an unknown name.
Compression compression_from_name(std::string_view name);
/// What the first bytes of a file say (gzip, zstd, lz4 frames), kNone where they say nothing.
Compression detect_compression(std::span<const std::byte> head);
/// What a file name's ending says: .gz, .zst, .lz4; kNone otherwise.
Compression compression_of_path(std::string_view path);

/// Decompresses one block into exactly `output.size()` bytes; XX001 where it is damaged, or shorter or
/// longer.
void decompress_block(Compression compression, std::span<const std::byte> input, std::span<std::byte> output);

/// Compresses one block. `level` 0 takes the codec's usual one.
std::vector<std::byte> compress_block(Compression compression, std::span<const std::byte> input,
                                      int level = 0);

/// Undoes a stream's compression piece by piece. One thread at a time.
class StreamDecompressor {
 public:
  struct Step {
    size_t consumed = 0;
    size_t produced = 0;
  };
  /// 22023 for a codec without a stream form (snappy, lz4_raw).
  static std::unique_ptr<StreamDecompressor> make(Compression compression);
  virtual ~StreamDecompressor() = default;

  /// Takes what it can of `input` and fills what it can of `output`; progress is made unless both stay
  /// empty-handed. Raises XX001 for damaged data.
  virtual Step step(std::span<const std::byte> input, std::span<std::byte> output) = 0;
  /// Whether the input may end here: between members or frames, not inside one.
  virtual bool may_end() const = 0;
};

/// The reverse. One thread at a time.
class StreamCompressor {
 public:
  /// `level` 0 takes the codec's usual one.
  static std::unique_ptr<StreamCompressor> make(Compression compression, int level = 0);
  virtual ~StreamCompressor() = default;

  /// Appends what comes out for `input` to `output`; `last` closes the stream.
  virtual void add(std::span<const std::byte> input, bool last, std::string& output) = 0;
};

}  // namespace stoa
