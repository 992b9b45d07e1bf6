// Runs a fuzzer's entry point over stored inputs, in a build without libFuzzer: each argument is an input or
// a folder of inputs. Prints how many it ran; a failing input ends the process as it would under libFuzzer.

#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size_bytes);

namespace {

void replay_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string input{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  std::fprintf(stderr, "replay: %s (%zu bytes)\n", path.c_str(), input.size());
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

int replay(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) {
    replay_file(path);
    return 1;
  }
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    replay_file(entry.path());
    ++count;
  }
  return count;
}

}  // namespace

int main(int argument_count, char** arguments) {
  int count = 0;
  try {
    for (int i = 1; i < argument_count; ++i) count += replay(arguments[i]);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "replay: %s\n", failure.what());
    return 1;
  }
  std::printf("replay: %d inputs, no failure\n", count);
  return count == 0 ? 1 : 0;
}
