#include "study/catalogue/manifest.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "heddle/base/text/names_of.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "study/catalogue/strict_toml.hpp"

namespace heddle::study {
namespace {

constexpr std::array<std::string_view, 4> kResources = {"registers", "shared_memory", "warps",
                                                        "blocks"};

/// Architectures that `heddle cc -arch` takes.
constexpr std::uint64_t kLeastArchitecture = 70, kMostArchitecture = 90;

/// Reads the arguments of the sizes. `all`: no size may be missing.
std::map<std::string, std::string> read_sizes(StrictTable table, bool all) {
  std::map<std::string, std::string> sizes;
  for (const std::string_view name : kSizes) {
    const std::string size(name);
    if (const auto arguments = table.text(size)) {
      sizes[size] = *arguments;
    } else if (all) {
      table.refuse(size, fmt::format("[sizes] lacks {0}: add a line such as {0} = \"1024 4\", the "
                                     "program's arguments",
                                     size));
    }
  }
  table.refuse_others();
  return sizes;
}

std::vector<std::string> read_limit(StrictTable& table) {
  std::vector<std::string> limit = table.texts("limit").value_or(std::vector<std::string>{});
  const std::vector<std::string> known(kResources.begin(), kResources.end());
  for (const std::string& resource : limit) {
    if (std::ranges::find(known, resource) != known.end()) continue;
    table.refuse("limit",
                 fmt::format("'{}' bounds no blocks{}", resource, which_exist(resource, known)));
  }
  return limit;
}

StudyKernel read_kernel(StrictTable table) {
  StudyKernel kernel;
  kernel.place = table.place();
  kernel.kernel = table.required_text("kernel", "the __global__ function of the program");
  kernel.label = table.text("label").value_or("");
  kernel.source = table.required_text("source", "where the values stand, as in \"Table 2.2\"");
  kernel.blocks = table.whole("blocks");
  kernel.threads = table.whole("threads");
  kernel.warps = table.whole("warps");
  kernel.registers = table.whole("registers");
  kernel.shared = table.whole("shared");
  kernel.blocks_per_sm = table.whole("blocks_per_sm");
  kernel.limit = read_limit(table);
  kernel.class_name = table.text("class").value_or("");
  kernel.note = table.text("note").value_or("");
  table.refuse_others();
  return kernel;
}

StudyUse read_use(const std::string& study, StrictTable table) {
  StudyUse use;
  use.study = study;
  use.label = table.required_text("label", "the benchmark's name in the study");
  use.class_name = table.text("class").value_or("");
  use.note = table.text("note").value_or("");
  if (auto sizes = table.table("sizes")) use.sizes = read_sizes(std::move(*sizes), false);
  for (StrictTable& kernel : table.tables("kernels")) {
    use.kernels.push_back(read_kernel(std::move(kernel)));
  }
  table.refuse_others();
  return use;
}

Needs read_needs(StrictTable table) {
  Needs needs;
  const auto architecture = table.whole("architecture");
  if (!architecture || *architecture < kLeastArchitecture || *architecture > kMostArchitecture) {
    table.refuse("architecture",
                 fmt::format("[needs] says the architecture that the program is compiled for, from "
                             "{} to {}: architecture = 80 for sm_80",
                             kLeastArchitecture, kMostArchitecture));
  }
  needs.architecture = static_cast<unsigned>(*architecture);
  needs.matrix = table.text("matrix").value_or("");
  needs.shared_bytes = table.whole("shared_bytes").value_or(0);
  needs.registers = table.whole("registers").value_or(0);
  needs.machine = table.required_text("machine", "a machine of heddle that has what is needed");
  table.refuse_others();
  return needs;
}

}  // namespace

Workload read_manifest(const std::filesystem::path& manifest, std::span<const Study> studies) {
  StrictTable table = StrictTable::read(manifest);
  Workload workload;
  workload.name = manifest.stem().string();
  workload.source = manifest.parent_path() / (workload.name + ".cu");
  workload.title = table.required_text("title", "one line that says what the program computes");
  workload.stands_for = table.required_text("stands_for", "the benchmark that it stands for");
  auto sizes = table.table("sizes");
  if (!sizes) table.refuse("sizes", "[sizes] is missing: the arguments of tiny, small and paper");
  workload.sizes = read_sizes(std::move(*sizes), true);
  if (auto needs = table.table("needs")) workload.needs = read_needs(std::move(*needs));
  const std::vector<std::string> known = names_of(studies);
  if (auto papers = table.table("papers")) {
    for (auto& [name, use] : papers->members()) {
      if (std::ranges::find(known, name) == known.end()) {
        papers->refuse(name, fmt::format("there is no study '{}' in papers.toml{}", name,
                                         which_exist(name, known)));
      }
      workload.studies.push_back(read_use(name, std::move(use)));
    }
  }
  table.refuse_others();
  return workload;
}

}  // namespace heddle::study
