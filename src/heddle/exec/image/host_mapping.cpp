#include "heddle/exec/image/host_mapping.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace heddle::exec {
namespace {

constexpr int kProtection = PROT_READ | PROT_WRITE;
constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::uint64_t whole_pages(std::uint64_t bytes) {
  const std::uint64_t page = HostMapping::page_bytes();
  return (bytes + page - 1) / page * page;
}

}  // namespace

std::uint64_t HostMapping::page_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

HostMapping HostMapping::reserve(std::uint64_t bytes) {
  const std::uint64_t size = whole_pages(bytes);
  if (size == 0 || size < bytes) return {};
  void* const data = mmap(nullptr, size, kProtection, kFlags, -1, 0);
  return data == MAP_FAILED ? HostMapping() : HostMapping(data, size);
}

HostMapping HostMapping::reserve_at(std::uintptr_t address, std::uint64_t bytes) {
  const std::uint64_t size = whole_pages(bytes);
  if (size == 0 || size < bytes) return {};
  void* const wanted = reinterpret_cast<void*>(address);
  void* const data = mmap(wanted, size, kProtection, kFlags | MAP_FIXED_NOREPLACE, -1, 0);
  if (data == MAP_FAILED) return {};
  HostMapping mapping(data, size);
  // Linux kernels before 4.17 treat the address as a hint.
  return data == wanted ? std::move(mapping) : HostMapping();
}

HostMapping::~HostMapping() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

void HostMapping::discard(std::uint8_t* from, std::uint64_t bytes) {
  const std::uint64_t page = page_bytes();
  const auto begin = reinterpret_cast<std::uintptr_t>(from);
  const std::uintptr_t first = (begin + page - 1) / page * page;
  const std::uintptr_t last = (begin + bytes) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace heddle::exec
