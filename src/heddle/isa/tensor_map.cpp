#include "heddle/isa/tensor_map.hpp"

#include <cstring>

namespace heddle::isa {
namespace {

constexpr std::uint32_t kMagic = 0x50414D54;  // "TMAP"
/// Bytes after the first fields that stay zero. CUTLASS clears a bit of the second word of 64 bits,
/// which has a meaning in NVIDIA's format.
constexpr unsigned kZeros = 7;

/// Writes or reads the fields of a descriptor one after the other.
class Fields {
 public:
  explicit Fields(std::uint8_t* bytes) : next_(bytes) {}

  template <typename T>
  void put(const T& value) {
    std::memcpy(next_, &value, sizeof value);
    next_ += sizeof value;
  }
  template <typename T>
  void get(T& value) {
    std::memcpy(&value, next_, sizeof value);
    next_ += sizeof value;
  }

 private:
  std::uint8_t* next_;
};

/// Applies visit to all fields but the sizes, in the order of the bytes.
template <typename Map, typename Visit>
void for_each_field(Map& map, Visit&& visit) {
  visit(map.mode);
  visit(map.element);
  visit(map.rank);
  visit(map.swizzle);
  visit(map.fill);
  std::array<std::uint8_t, kZeros> zeros{};
  visit(zeros);
  visit(map.address);
  for (unsigned i = 1; i < kTensorRanks; ++i) visit(map.stride[i]);
  visit(map.box);
  visit(map.step);
  visit(map.lower);
  visit(map.upper);
  visit(map.channels);
  visit(map.pixels);
}

}  // namespace

TensorMapBytes encode(const TensorMap& map) {
  TensorMapBytes bytes{};
  Fields fields(bytes.data());
  fields.put(kMagic);
  for_each_field(map, [&](const auto& field) { fields.put(field); });
  // A dimension has 1 to 2^32 elements.
  for (const std::uint64_t size : map.size) fields.put(static_cast<std::uint32_t>(size - 1));
  return bytes;
}

bool decode(const TensorMapBytes& bytes, TensorMap& map) {
  TensorMapBytes copy = bytes;
  Fields fields(copy.data());
  std::uint32_t magic = 0;
  fields.get(magic);
  if (magic != kMagic) return false;
  for_each_field(map, [&](auto& field) { fields.get(field); });
  for (std::uint64_t& size : map.size) {
    std::uint32_t less_one = 0;
    fields.get(less_one);
    size = std::uint64_t{less_one} + 1;
  }
  map.stride[0] = bytes_of(map.element);
  return map.rank >= 1 && map.rank <= kTensorRanks;
}

}  // namespace heddle::isa
