#include "heddle/capture/contents.hpp"

#include <algorithm>

#include "heddle/capture/packing.hpp"

namespace heddle::capture {
namespace {

bool is_zero(std::span<const std::uint8_t> bytes) {
  return bytes.empty() ||
         (bytes[0] == 0 && std::equal(bytes.begin() + 1, bytes.end(), bytes.begin()));
}

}  // namespace

Contents Contents::of(std::span<const std::uint8_t> bytes) {
  if (is_zero(bytes)) return {bytes.size(), nullptr};
  return {bytes.size(), std::make_shared<const std::string>(pack(bytes))};
}

void Contents::copy_to(std::uint8_t* to) const {
  if (zero()) {
    std::fill_n(to, bytes_, 0);
  } else {
    unpack(*packed_, {to, bytes_});
  }
}

}  // namespace heddle::capture
