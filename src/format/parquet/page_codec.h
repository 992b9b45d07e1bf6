#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "format/parquet/metadata.h"

/// Pages and their codecs.
namespace stoa::parquet {

/// "snappy", ...; "unknown" for numbers that aren't in the format.
std::string_view codec_name(Codec codec);
/// Whether pages of this codec can be read; Brotli and LZO can't.
bool is_readable_codec(Codec codec);

/// The most bytes that so many compressed bytes can become: a page that claims more lies.
size_t decompressed_bytes_max(Codec codec, size_t compressed_bytes);

/// Fills `output` exactly. Raises XX001 for damaged data.
void decompress_page(Codec codec, std::span<const std::byte> input, std::span<std::byte> output);

}  // namespace stoa::parquet
