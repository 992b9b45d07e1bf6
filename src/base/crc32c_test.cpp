#include "base/crc32c.h"

#include <string>

#include <gtest/gtest.h>

#include "base/random.h"

namespace stoa {
namespace {

TEST(Crc32c, GivesThePublishedChecksums) {  // RFC 3720, appendix B.4
  EXPECT_EQ(crc32c(std::string(32, '\0').data(), 32), 0x8A9136AAU);
  EXPECT_EQ(crc32c(std::string(32, '\xFF').data(), 32), 0x62A8AB43U);
  EXPECT_EQ(crc32c("123456789", 9), 0xE3069283U);
  EXPECT_EQ(crc32c("", 0), 0U);
}

TEST(Crc32c, EqualsTheTableAtAnySizeAndCut) {
  Random random(11);
  std::string bytes(1100, '\0');
  for (char& byte : bytes) {
    byte = static_cast<char>(random.next());
  }
  for (size_t size = 0; size <= 1025; ++size) {
    const size_t begin = random.below(8);
    ASSERT_EQ(crc32c(bytes.data() + begin, size), crc32c_by_table(bytes.data() + begin, size));
    const size_t cut = random.below(size + 1);
    const uint32_t first = crc32c(bytes.data(), cut);
    ASSERT_EQ(crc32c(bytes.data() + cut, size - cut, first), crc32c(bytes.data(), size));
  }
}

}  // namespace
}  // namespace stoa
