#include "study/catalogue/catalogue.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "study/catalogue/manifest.hpp"
#include "study/catalogue/strict_toml.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStudiesFile = "papers.toml";

std::vector<Study> read_studies(const fs::path& file) {
  StrictTable all = StrictTable::read(file);
  std::vector<Study> studies;
  for (auto& [name, table] : all.members()) {
    studies.push_back({name, table.required_text("title", "of the publication"),
                       table.required_text("machine", "the machine of heddle with its GPU")});
    table.refuse_others();
  }
  return studies;
}

/// The files with this extension in the subfolders of `folder`, in the order of their paths.
std::vector<fs::path> files_with(const fs::path& folder, const char* extension) {
  std::vector<fs::path> found;
  for (const auto& inner : fs::directory_iterator(folder)) {
    if (!inner.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(inner)) {
      if (file.path().extension() == extension) found.push_back(file.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

/// Throws Error for a program without a manifest and for a manifest without a program.
void check_pairs(const fs::path& folder, const std::vector<fs::path>& manifests) {
  for (const fs::path& source : files_with(folder, ".cu")) {
    fs::path manifest = source;
    if (std::ranges::find(manifests, manifest.replace_extension(".toml")) != manifests.end()) {
      continue;
    }
    fail(
        "{0}: there is no {1} beside it (a .cuh if it is no program of its own; {2} says what a "
        "manifest holds)",
        source.string(), manifest.filename().string(), (folder / "README.md").string());
  }
  for (fs::path manifest : manifests) {
    const fs::path name = manifest;
    if (fs::exists(manifest.replace_extension(".cu"))) continue;
    fail("{}: there is no {} beside it", name.string(), manifest.filename().string());
  }
}

void check_names(const std::vector<Workload>& workloads) {
  for (std::size_t i = 1; i < workloads.size(); ++i) {
    if (workloads[i - 1].name != workloads[i].name) continue;
    fail("two workloads are called '{}': {} and {}; rename one of them", workloads[i].name,
         workloads[i - 1].source.string(), workloads[i].source.string());
  }
}

template <typename Entry>
const Entry& find(const std::vector<Entry>& entries, const std::string& name, const char* what) {
  std::vector<std::string> known;
  for (const Entry& entry : entries) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
  }
  fail("there is no {} '{}'{}", what, name, which_exist(name, known));
}

}  // namespace

std::vector<Needs::Least> Needs::least() const {
  std::vector<Least> all = {{"device.compute_capability", architecture / 10.0}};
  if (!matrix.empty()) {
    all.push_back({"execution.matrix.count", 1});
    all.push_back({"execution.matrix." + matrix, 1});
  }
  if (shared_bytes != 0) {
    all.push_back({"device.max_shared_per_block", static_cast<double>(shared_bytes)});
  }
  if (registers != 0) {
    all.push_back({"device.max_registers_per_thread", static_cast<double>(registers)});
  }
  return all;
}

std::string Needs::label() const {
  return fmt::format("sm_{}{}{}", architecture, matrix.empty() ? "" : ", ", matrix);
}

std::string Needs::text() const {
  std::string text = fmt::format("compute capability {}.{}", architecture / 10, architecture % 10);
  if (!matrix.empty()) text += fmt::format(", a matrix unit for {}", matrix);
  if (shared_bytes != 0)
    text += fmt::format(", {} of shared memory a block", format_bytes(shared_bytes));
  if (registers != 0) text += fmt::format(", {} registers a thread", registers);
  return text;
}

const std::string& StudyUse::class_of(const StudyKernel* kernel) const {
  return kernel != nullptr && !kernel->class_name.empty() ? kernel->class_name : class_name;
}

const StudyUse* Workload::find_study(std::string_view study) const {
  const auto found = std::ranges::find(studies, study, &StudyUse::study);
  return found == studies.end() ? nullptr : &*found;
}

std::string Workload::arguments(const std::string& size, const std::string& study) const {
  const StudyUse* use = find_study(study);
  if (use != nullptr && use->sizes.contains(size)) return use->sizes.at(size);
  return sizes.at(size);
}

const Workload* Catalogue::find_workload(std::string_view name) const {
  const auto found = std::ranges::find(workloads, name, &Workload::name);
  return found == workloads.end() ? nullptr : &*found;
}

const Workload& Catalogue::workload(const std::string& name) const {
  return find(workloads, name, "workload");
}

const Study& Catalogue::study(const std::string& name) const {
  return find(studies, name, "study");
}

Catalogue read_catalogue(const fs::path& folder) {
  Catalogue catalogue{folder, read_studies(folder / kStudiesFile), {}};
  const std::vector<fs::path> manifests = files_with(folder, ".toml");
  for (const fs::path& manifest : manifests) {
    catalogue.workloads.push_back(read_manifest(manifest, catalogue.studies));
  }
  check_pairs(folder, manifests);
  std::ranges::sort(catalogue.workloads, {}, &Workload::name);
  check_names(catalogue.workloads);
  return catalogue;
}

}  // namespace heddle::study
