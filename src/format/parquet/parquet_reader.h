#pragma once

#include <memory>
#include <string>

#include "format/parquet/metadata.h"
#include "format/reader.h"
#include "io/file_system.h"

namespace stoa::parquet {

struct ReadOptions {
  /// BYTE_ARRAY columns without an annotation are text, as some old writers mean them, instead of BYTEA.
  bool binary_as_text = false;
};

/// Opens a Parquet file for reading; docs/formats/parquet.md says what of the format is read and how.
///
/// Errors of opening: those of FileSystem::open; 22P04 where it is no Parquet file or its footer is
/// malformed; 0A000 where the footer is encrypted. Errors of scanning: 22P04, XX001 (checksums, damaged
/// pages, a file cut off), 22021, 22003, 22008, each naming the column and the file; 0A000 for nested columns
/// and for Brotli and LZO. `files` must outlive what is returned.
std::unique_ptr<TableSource> open_parquet(FileSystem& files, const std::string& path,
                                          const ReadOptions& options = {});

/// The footer alone, for descriptions and tools.
FileMetadata read_parquet_metadata(FileSystem& files, const std::string& path);

}  // namespace stoa::parquet
