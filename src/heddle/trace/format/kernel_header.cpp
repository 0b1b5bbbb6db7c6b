#include "heddle/trace/format/kernel_header.hpp"

#include <algorithm>
#include <array>

#include "heddle/base/error.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/trace/format/columns.hpp"
#include "heddle/trace/sass/generation.hpp"

namespace heddle::trace {
namespace {

/// Threads of a block on any GPU. Source: CUDA C++ Programming Guide, "Compute Capabilities".
constexpr std::uint64_t kMostThreads = 1024;
/// The most names of unknown lines that are kept.
constexpr std::size_t kMostUnknown = 16;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::uint64_t number_of(std::string_view name, std::string_view value, std::uint64_t most,
                        int base = 10) {
  const std::optional<std::uint64_t> number = parse_digits(value, base);
  if (!number) fail("'{}' is '{}', which is no number", name, visible(value));
  if (*number > most) fail("'{}' is {}; the most is {}", name, *number, most);
  return *number;
}

/// Reads "(4,1,1)".
Dim3 extents_of(std::string_view name, std::string_view value) {
  const bool in_brackets = value.size() > 2 && value.front() == '(' && value.back() == ')';
  const std::vector<std::string> parts =
      split_at(in_brackets ? value.substr(1, value.size() - 2) : "", ',');
  if (parts.size() != 3) fail("'{}' is '{}' in the place of (x,y,z)", name, visible(value));
  std::array<std::uint32_t, 3> extents{};
  for (std::size_t i = 0; i < extents.size(); ++i) {
    extents[i] = static_cast<std::uint32_t>(number_of(name, parts[i], 0x7FFF'FFFF));
    if (extents[i] == 0) fail("'{}' is '{}': an extent is 0", name, visible(value));
  }
  return {extents[0], extents[1], extents[2]};
}

/// Lines that say nothing that heddle needs.
bool is_ignored(std::string_view name) { return name == "nvbit version"; }

}  // namespace

void take_header_line(std::string_view line, KernelHeader& header) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos)
    fail("the line of the header has no '=': '{}'", visible(line));
  const std::string_view name = trimmed(line.substr(1, equals - 1));
  const std::string_view value = trimmed(line.substr(equals + 1));
  const auto word = [&] { return static_cast<std::uint32_t>(number_of(name, value, kMostWord)); };
  if (name == "kernel name") {
    header.name = value;
  } else if (name == "kernel id") {
    header.id = word();
  } else if (name == "grid dim") {
    header.grid = extents_of(name, value);
  } else if (name == "block dim") {
    header.block = extents_of(name, value);
  } else if (name == "shmem") {
    header.shared_bytes = word();
  } else if (name == "nregs") {
    header.registers = word();
  } else if (name == "binary version") {
    header.binary_version = word();
  } else if (name == "cuda stream id") {
    header.stream = number_of(name, value, ~std::uint64_t{0});
  } else if (name == "shmem base_addr") {
    header.shared_window = number_of(name, value, ~Addr{0}, 16);
  } else if (name == "local mem base_addr") {
    header.local_window = number_of(name, value, ~Addr{0}, 16);
  } else if (name == "accelsim tracer version") {
    header.tracer_version = word();
  } else if (name == "enable lineinfo") {
    header.has_line_numbers = number_of(name, value, 1) != 0;
  } else if (!is_ignored(name) && header.unknown.size() < kMostUnknown) {
    header.unknown.push_back(visible(name));
  }
}

void check_header(const KernelHeader& header) {
  const auto lacks = [](std::string_view name) {
    fail("the header has no line '-{} = ...'", name);
  };
  if (header.name.empty()) lacks("kernel name");
  if (header.grid.volume() == 0) lacks("grid dim");
  if (header.block.volume() == 0) lacks("block dim");
  if (header.binary_version == 0) lacks("binary version");
  if (header.tracer_version > kLatestVersion)
    fail("the trace has version {} of the tracer's format; heddle reads the versions 1 to {}",
         header.tracer_version, kLatestVersion);
  const Dim3& block = header.block;
  if (std::max({block.x, block.y, block.z}) > kMostThreads || block.volume() > kMostThreads)
    fail("a block of {}x{}x{} threads; no GPU has more than {} in a block", block.x, block.y,
         block.z, kMostThreads);
  const Dim3& grid = header.grid;
  if (std::uint64_t{grid.y} > 0xFFFF || std::uint64_t{grid.z} > 0xFFFF)
    fail("a grid of {}x{}x{} blocks; y and z are at most {}", grid.x, grid.y, grid.z, 0xFFFF);
  generation_of(header.binary_version);
}

}  // namespace heddle::trace
