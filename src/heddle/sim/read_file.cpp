#include "heddle/sim/read_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "heddle/base/error.hpp"

namespace heddle::sim {

std::string read_file(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) {
    fail("cannot read '{}': it is a folder", file.string());
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) fail("cannot read '{}': {}", file.string(), std::strerror(errno));
  std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) fail("cannot read '{}'", file.string());
  return bytes;
}

}  // namespace heddle::sim
