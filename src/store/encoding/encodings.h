#pragma once

#include "store/encoding/encoding.h"

/// The encodings: each writes a whole body and opens one; the implementation is in the file of its name.
/// `encode_...` returns false, with nothing useful written, where the encoding cannot hold the values.
namespace stoa::encoding {

bool encode_constant(const Values& values, ByteWriter& writer);
EncodedBodyRef open_constant(const BodyBytes& body);

/// Any fixed-width values but booleans, as they are.
bool encode_plain(const Values& values, ByteWriter& writer);
EncodedBodyRef open_plain(const BodyBytes& body);

/// Integers and booleans.
bool encode_frame_of_reference(const Values& values, ByteWriter& writer);
EncodedBodyRef open_frame_of_reference(const BodyBytes& body);

/// Integers of up to 64 bits.
bool encode_delta(const Values& values, ByteWriter& writer);
EncodedBodyRef open_delta(const BodyBytes& body);

/// Any values.
bool encode_run_length(const Values& values, ByteWriter& writer);
EncodedBodyRef open_run_length(const BodyBytes& body, int depth);

/// REAL and DOUBLE.
bool encode_alp(const Values& values, ByteWriter& writer);
EncodedBodyRef open_alp(const BodyBytes& body);

/// Texts behind each other.
bool encode_plain_text(const Values& values, ByteWriter& writer);
EncodedBodyRef open_plain_text(const BodyBytes& body, int depth);

/// Texts as codes for frequent substrings.
bool encode_symbol_text(const Values& values, ByteWriter& writer);
EncodedBodyRef open_symbol_text(const BodyBytes& body, int depth);

/// `valid` null: no NULL. NULL rows get a code of their own, the number of entries.
bool encode_dictionary(const Values& values, const uint64_t* valid, ByteWriter& writer);
EncodedBodyRef open_dictionary(const BodyBytes& body, int depth);

/// Ascending offsets: delta or frame of reference, whichever is smaller.
void encode_ends(std::span<const uint64_t> ends, ByteWriter& writer);

/// Writes the values by the encoding that a sample says is the smallest; not by a dictionary, and by runs
/// only if allowed: what stands inside of other bodies.
void encode_inner(const Values& values, ByteWriter& writer);

}  // namespace stoa::encoding
