#include "cli/run/requests/kernel_options.hpp"

#include <charconv>

#include <CLI/CLI.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "jobs/streams/output_option.hpp"

namespace heddle::cli {
namespace {

/// Limits from the CUDA C++ Programming Guide, table of technical specifications, compute
/// capability 3.0 and later. The number of threads of the whole block is limited by the machine.
constexpr Dim3 kMostBlocks = {0x7FFFFFFF, 65535, 65535}, kMostThreads = {1024, 1024, 64};

constexpr std::uint64_t kMostShared = 1u << 24;  ///< bytes; more than the SM of any machine has

/// Reads "4", "4,2" or "4,2,1". An x may stand for a comma.
Dim3 parse_extents(const char* option, const std::string& text, const Dim3& most) {
  std::uint32_t extents[3] = {1, 1, 1};
  const std::uint32_t bounds[3] = {most.x, most.y, most.z};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (unsigned i = 0; i < 3; ++i) {
    const auto [stop, error] = std::from_chars(at, end, extents[i]);
    if (error != std::errc() || extents[i] == 0 || extents[i] > bounds[i]) break;
    if (stop == end) return {extents[0], extents[1], extents[2]};
    if (*stop != ',' && *stop != 'x') break;
    at = stop + 1;
  }
  fail(
      "{} {}: expected one to three numbers, as in 16 or 16,8: x from 1 to {}, y from 1 to {}, z "
      "from 1 to {}",
      option, text, most.x, most.y, most.z);
}

}  // namespace

Dim3 KernelOptions::grid_extents() const {
  return grid.empty() ? Dim3{1, 1, 1} : parse_extents("--grid", grid, kMostBlocks);
}

Dim3 KernelOptions::block_extents() const {
  return block.empty() ? Dim3{32, 1, 1} : parse_extents("--block", block, kMostThreads);
}

std::uint32_t KernelOptions::shared_bytes() const {
  const auto bytes = shared.empty() ? 0 : parse_bytes(shared);
  if (!bytes || *bytes > kMostShared)
    fail("--shared {}: expected a number of bytes, up to {}, as in 4KiB", shared,
         format_bytes(kMostShared));
  return static_cast<std::uint32_t>(*bytes);
}

void KernelOptions::check() const {
  grid_extents();
  block_extents();
  shared_bytes();
}

void KernelOptions::require_outputs() const {
  for (const std::string& dump : dumps) {
    const std::size_t colon = dump.find(':');
    // The process that has the buffers refuses a wrong buffer number later.
    if (colon == std::string::npos) continue;
    jobs::require_output("--dump-arg", dump.substr(colon + 1));
  }
}

void KernelOptions::add_to(CLI::App& app) {
  constexpr const char* kGroup = "One kernel of a PTX file";
  const auto add = [&](const char* name, std::string& value, const char* doc, const char* type) {
    app.add_option(name, value, doc)->type_name(type)->group(kGroup);
  };
  const auto add_list = [&](const char* name, auto& values, const char* doc, const char* type) {
    app.add_option(name, values, doc)
        ->type_name(type)
        ->take_all()
        ->allow_extra_args(false)
        ->group(kGroup);
  };
  add("--kernel", kernel, "its name; not needed if the file has one", "NAME");
  add("--grid", grid, "blocks", "X[,Y[,Z]]");
  add("--block", block, "threads of a block", "X[,Y[,Z]]");
  add("--shared", shared, "dynamic shared memory", "BYTES");
  add_list("--arg", arguments,
           "an argument: u32:7, f32:0.5, ..., bytes:00ff... or buffer:BYTES[:zero|:iota|@FILE]",
           "TYPE:VALUE");
  add_list("--dump-arg", dumps, "write buffer N (from 0) to a file at the end", "N:FILE");
  add_list("--print-arg", prints, "print buffer N at the end, as u32, s32, f32, ...", "N:TYPE");
}

std::vector<std::string> KernelOptions::typed() const {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    words.emplace_back(name);
    words.push_back(value);
  };
  add("--kernel", kernel);
  add("--grid", grid);
  add("--block", block);
  add("--shared", shared);
  for (const std::string& argument : arguments) add("--arg", argument);
  for (const std::string& dump : dumps) add("--dump-arg", dump);
  for (const std::string& print : prints) add("--print-arg", print);
  return words;
}

}  // namespace heddle::cli
