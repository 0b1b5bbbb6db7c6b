#include "heddle/exec/system/generic_memory.hpp"

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/fault.hpp"

namespace heddle::exec {

std::uint8_t* GenericMemory::byte_at(Addr address) const {
  Block& block = *warp_.block;
  const Addr shared = address - isa::kSharedWindow;
  if (shared < isa::kSharedWindowBytes)
    return shared < block.shared.size() ? block.shared.data() + shared : nullptr;
  const Addr local = address - isa::kLocalWindow;
  if (local < isa::kLocalWindowBytes)
    return local < warp_.local.size() / kWarpSize
               ? warp_.local.data() + (local / 4 * kWarpSize + lane_) * 4 + local % 4
               : nullptr;
  const Addr parameter = address - isa::kParameterWindow;
  if (parameter < isa::kParameterWindowBytes) {
    const std::vector<std::uint8_t>& parameters = block.grid->parameters;
    return parameter < parameters.size() ? const_cast<std::uint8_t*>(&parameters[parameter])
                                         : nullptr;
  }
  return block.grid->memory->translate(address, 1);
}

std::uint8_t* GenericMemory::checked(Addr address) const {
  std::uint8_t* const byte = byte_at(address);
  if (byte == nullptr)
    raise_fault(FaultKind::out_of_bounds, warp_, pc_, lane_, address,
                fmt::format("an argument of a system call at {:#x} is out of bounds: {}", address,
                            warp_.block->grid->memory->describe(address)));
  return byte;
}

void GenericMemory::read(Addr address, void* to, std::uint64_t bytes) const {
  auto* const out = static_cast<std::uint8_t*>(to);
  for (std::uint64_t i = 0; i < bytes; ++i) out[i] = *checked(address + i);
}

void GenericMemory::write(Addr address, const void* from, std::uint64_t bytes) const {
  const auto* const in = static_cast<const std::uint8_t*>(from);
  for (std::uint64_t i = 0; i < bytes; ++i) *checked(address + i) = in[i];
}

std::string GenericMemory::text(Addr address) const {
  std::string text;
  for (char c = 0;; text.push_back(c)) {
    read(address + text.size(), &c, 1);
    if (c == '\0') return text;
  }
}

}  // namespace heddle::exec
