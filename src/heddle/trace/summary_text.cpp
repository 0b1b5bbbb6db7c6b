#include "heddle/trace/summary_text.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/trace/format/kernel_list.hpp"
#include "heddle/trace/sass/generation.hpp"

namespace heddle::trace {
namespace {

/// Columns of a line of text.
constexpr std::size_t kWidth = 100;

/// Appends the parts to the text, with commas between, in lines that begin with `first` and go on
/// below it.
void add_list(std::string& text, const std::string& first, const std::vector<std::string>& parts) {
  if (parts.empty()) return;
  std::string line = "  " + first;
  const std::string indent(line.size(), ' ');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (line.size() + parts[i].size() + 2 > kWidth && line.size() > indent.size()) {
      text += "\n" + line;
      line = indent;
    }
    line += " " + parts[i];
    if (i + 1 < parts.size()) line += ",";
  }
  text += "\n" + line;
}

std::vector<std::string> class_parts(const KernelSummary& summary) {
  std::vector<std::size_t> classes;
  for (std::size_t i = 0; i < summary.by_class.size(); ++i)
    if (summary.by_class[i] != 0) classes.push_back(i);
  std::ranges::stable_sort(classes, std::greater(),
                           [&](std::size_t i) { return summary.by_class[i]; });
  std::vector<std::string> parts;
  for (const std::size_t i : classes)
    parts.push_back(fmt::format("{} {}", isa::name_of(static_cast<isa::OpClass>(i)),
                                format_count(summary.by_class[i])));
  return parts;
}

std::string_view name_of_space(isa::Space space) {
  switch (space) {
    case isa::Space::global:
      return "global";
    case isa::Space::shared:
      return "shared";
    case isa::Space::local:
      return "local";
    case isa::Space::constant:
      return "constant";
    case isa::Space::generic:
    case isa::Space::param:
      break;
  }
  return "";
}

std::vector<std::string> access_parts(const KernelSummary& summary) {
  static constexpr std::string_view kDirectionNames[kDirections] = {"load", "store", "atomic"};
  std::vector<std::string> parts;
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (std::size_t i = 0; i < kDirections; ++i) {
      const AccessCounts& counts = summary.accesses[space][i];
      if (counts.instructions == 0) continue;
      std::string part = fmt::format("{} {} {}{}", format_count(counts.instructions),
                                     name_of_space(static_cast<isa::Space>(space)),
                                     kDirectionNames[i], counts.instructions == 1 ? "" : "s");
      if (counts.sectors != 0) part += fmt::format(" of {} sectors", format_count(counts.sectors));
      parts.push_back(part);
    }
  }
  return parts;
}

std::vector<std::string> unknown_parts(const KernelSummary& summary) {
  std::vector<std::string> parts;
  for (const auto& [opcode, count] : summary.unknown)
    parts.push_back(fmt::format("{} ({})", visible(opcode), counted(count, "time")));
  return parts;
}

/// Adds what of the trace heddle does not know or the trace lacks.
void add_gaps(std::string& text, const KernelSummary& summary) {
  add_list(text, "unknown opcodes, which run as integer operations:", unknown_parts(summary));
  if (summary.without_addresses != 0)
    text += fmt::format("\n  {} without addresses in the trace",
                        counted(summary.without_addresses, "access", "es"));
  if (summary.open_ends != 0)
    text += fmt::format("\n  {} without EXIT at the end", counted(summary.open_ends, "warp"));
  std::vector<std::string> names;
  for (const std::string& name : summary.header.unknown) names.push_back("'" + name + "'");
  add_list(text, "unknown lines of the header:", names);
}

std::string extent_text(const Dim3& extent) {
  return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
}

std::string capability_text(std::uint32_t version) {
  return fmt::format("{}.{}", version / 10, version % 10);
}

/// Adds the counts of a kernel's launch to those of earlier launches.
void add(KernelSummary& to, const KernelSummary& from) {
  to.blocks += from.blocks;
  to.warps += from.warps;
  to.warp_instructions += from.warp_instructions;
  to.thread_instructions += from.thread_instructions;
  to.without_addresses += from.without_addresses;
  to.open_ends += from.open_ends;
  for (std::size_t i = 0; i < to.by_class.size(); ++i) to.by_class[i] += from.by_class[i];
  for (const auto& [opcode, count] : from.unknown) to.unknown[opcode] += count;
  for (std::size_t space = 0; space < kSpaces; ++space) {
    for (std::size_t i = 0; i < kDirections; ++i) {
      to.accesses[space][i].instructions += from.accesses[space][i].instructions;
      to.accesses[space][i].lanes += from.accesses[space][i].lanes;
      to.accesses[space][i].sectors += from.accesses[space][i].sectors;
    }
  }
}

std::string counts_text(const KernelSummary& summary) {
  std::string text = fmt::format("\n  {} warp instructions, {} thread instructions; {}, {}",
                                 format_count(summary.warp_instructions),
                                 format_count(summary.thread_instructions),
                                 counted(summary.blocks, "block"), counted(summary.warps, "warp"));
  add_list(text, "classes:", class_parts(summary));
  add_list(text, "memory:", access_parts(summary));
  return text;
}

/// The launches of one kernel in a list.
struct Launches {
  std::string name;
  std::uint64_t count = 0, warp_instructions = 0;
};

void add_launch(std::vector<Launches>& kernels, const KernelSummary& summary) {
  const std::string& name = summary.header.name;
  auto found = std::ranges::find(kernels, name, &Launches::name);
  if (found == kernels.end()) found = kernels.insert(kernels.end(), {.name = name});
  ++found->count;
  found->warp_instructions += summary.warp_instructions;
}

}  // namespace

std::string summary_text(const KernelSummary& summary) {
  const KernelHeader& header = summary.header;
  std::string text = fmt::format(
      "a trace of kernel {}: a grid of {} blocks of {} threads, {} registers, {} B of shared "
      "memory, stream {}",
      visible(demangled(header.name)), extent_text(header.grid), extent_text(header.block),
      header.registers, format_count(header.shared_bytes), header.stream);
  text += fmt::format(
      "\n  machine code of {} ({}), {} of it executed; tracer format {}",
      name_of(generation_of(header.binary_version)), capability_text(header.binary_version),
      counted(summary.code_instructions, "instruction"),
      header.tracer_version == 0 ? "without a version" : std::to_string(header.tracer_version));
  text += counts_text(summary);
  add_gaps(text, summary);
  return text;
}

std::string list_text(const std::filesystem::path& file) {
  const KernelList list = read_kernel_list(file);
  std::uint64_t copies = 0, bytes = 0;
  KernelSummary all;
  std::vector<Launches> kernels;
  std::set<std::uint64_t> streams;
  for (const ListEntry& entry : list.entries) {
    if (const auto* copy = std::get_if<TracedCopy>(&entry.what)) {
      ++copies;
      bytes += copy->bytes;
      continue;
    }
    const KernelSummary summary = summarize(std::get<TracedKernel>(entry.what).file);
    add(all, summary);
    add_launch(kernels, summary);
    streams.insert(summary.header.stream);
  }
  std::string text =
      fmt::format("a list of {} of {} in {}, and {} of {}", counted(list.kernels(), "launch", "es"),
                  counted(kernels.size(), "kernel"), counted(streams.size(), "stream"),
                  copies == 1 ? "1 copy" : fmt::format("{} copies", copies), format_bytes(bytes));
  for (const Launches& kernel : kernels)
    text +=
        fmt::format("\n  {}: {}, {} warp instructions", visible(demangled(kernel.name)),
                    counted(kernel.count, "launch", "es"), format_count(kernel.warp_instructions));
  text += counts_text(all);
  add_gaps(text, all);
  return text;
}

}  // namespace heddle::trace
