#include "cudart/memory/host_range.hpp"

#include <algorithm>
#include <array>

#include <sys/mman.h>

#include "cudart/memory/byte_count.hpp"
#include "heddle/exec/image/host_mapping.hpp"

namespace heddle::cudart {

bool host_has(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t page = exec::HostMapping::page_bytes();
  const std::uint64_t end = sum_of(address, bytes);
  if (address == 0 || end == kTooLarge) return false;
  std::array<unsigned char, 4096> resident;  // result of mincore: one byte for each page
  for (std::uint64_t at = address / page * page; at < end;) {
    const std::uint64_t piece = std::min(resident.size() * page, rounded_up(end - at, page));
    if (mincore(reinterpret_cast<void*>(at), piece, resident.data()) != 0) return false;
    at = sum_of(at, piece);
  }
  return true;
}

}  // namespace heddle::cudart
