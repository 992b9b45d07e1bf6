#pragma once

#include <string>
#include <string_view>

namespace stoa::sqltest {

/// MD5 (RFC 1321) in hexadecimal: the classic result files hold such digests. Not for security.
std::string md5_hex(std::string_view text);

}  // namespace stoa::sqltest
