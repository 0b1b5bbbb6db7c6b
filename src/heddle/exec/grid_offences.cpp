#include "heddle/exec/grid_offences.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/exec/image/memory_image.hpp"

namespace heddle::exec {
namespace {

using isa::AddressOrigin;
using isa::ConstantRow;

Addr parameter_at(const Grid& grid, std::uint32_t byte) {
  Addr value = 0;
  const std::size_t size = grid.parameters.size();
  if (byte < size)
    std::memcpy(&value, grid.parameters.data() + byte, std::min(sizeof(value), size - byte));
  return value;
}

Addr symbol_of(const Grid& grid, std::uint32_t variable) {
  const auto& rows = grid.program->constants;
  const auto half_of = [&](std::uint8_t half, std::int64_t value) {
    return std::ranges::find_if(rows, [&](const ConstantRow& row) {
      return row.kind == ConstantRow::Kind::symbol && row.index == variable && row.half == half &&
             row.value == value;
    });
  };
  const auto word = [&](auto row) {
    return Addr{grid.constants[static_cast<std::size_t>(row - rows.begin())].lane[0]};
  };
  for (auto low = rows.begin(); low != rows.end(); ++low) {
    if (low->kind != ConstantRow::Kind::symbol || low->index != variable || low->half != 0)
      continue;
    const auto high = half_of(1, low->value);
    const Addr address = word(low) | (high == rows.end() ? 0 : word(high) << 32);
    return address - static_cast<Addr>(low->value);
  }
  return 0;
}

/// Returns the allocation of a pointer. A pointer to the end of an allocation belongs to this
/// allocation, unless another allocation begins at the same address.
std::vector<Addr> objects_at(const MemoryImage& memory, Addr address) {
  for (const Addr at : {address, address - 1})
    if (const auto allocation = memory.allocation_at(at)) return {allocation->address};
  return {};
}

}  // namespace

std::vector<isa::Offence> find_offences(const Grid& grid) {
  return isa::find_offences(grid.program->annotations->effects, [&](const AddressOrigin& origin) {
    const bool is_symbol = origin.kind == AddressOrigin::Kind::symbol;
    const Addr value = is_symbol ? symbol_of(grid, origin.index) : parameter_at(grid, origin.index);
    return objects_at(*grid.memory, value);
  });
}

}  // namespace heddle::exec
