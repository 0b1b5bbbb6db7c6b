#include "cli/inspect/file_checks.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "cli/capture/capture_output.hpp"
#include "cli/command.hpp"
#include "cli/reproduce/experiment.hpp"
#include "cli/results/schema.hpp"
#include "cli/suite/catalogue.hpp"
#include "cli/suite/manifest.hpp"
#include "cli/suite/workload_folder.hpp"
#include "cli/sweep/cell.hpp"
#include "cli/sweep/configurations.hpp"
#include "cli/sweep/sweep_report.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/input_file.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/policy/throttle/daws/load_profile.hpp"
#include "heddle/ptx/parser.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/saved_stats.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

std::string check_ptx(const fs::path& file) {
  const std::string text = read_file(file, file_kinds::kPtx);
  const isa::Module module = compile::lower(ptx::parse(text, file.string()));
  std::size_t instructions = 0;
  for (const auto& program : module.kernels) instructions += program->code.size();
  return fmt::format("PTX: {} kernels of {} instructions", module.kernels.size(), instructions);
}

std::string check_results(const fs::path& file) {
  Database database = open_results(file);
  Statement integrity(database, "PRAGMA quick_check(1)");
  if (integrity.next() && integrity.text(0) != "ok")
    fail("'{}' is damaged: {}", file.string(), integrity.text(0));
  return "results of a sweep: " + counts_line(database);
}

std::string check_sweep(const fs::path& file) {
  const SweepFile sweep = read_sweep_file(file);
  const Catalogue catalogue = read_catalogue(find_workloads(own_executable()));
  const std::vector<Cell> cells = expand(sweep, catalogue);
  const Configurations configurations(cells, sweep.file.parent_path());
  return fmt::format("a sweep of {} runs", cells.size());
}

std::string check_manifest(const fs::path& file) {
  const Catalogue catalogue = read_catalogue(find_workloads(own_executable()));
  return "the manifest of workload " + read_manifest(file, catalogue.studies).name;
}

/// A machine's file has a base or all parameters; other settings go over those of some machine.
std::string check_settings(const fs::path& file, const sim::Settings& settings) {
  const bool is_machine = settings.contains("base") || settings.contains("device.name");
  sim::ConfigurationRequest request;
  if (is_machine) {
    request.machine = file.string();
  } else {
    request.files = {file};
  }
  const auto configuration = sim::Configuration::resolve(request);
  configuration.check_files();
  return is_machine ? "a machine, " + configuration.machine.device.name
                    : fmt::format("{} settings", settings.size());
}

/// What a run, or an experiment, has in its folder.
std::string check_folder(const fs::path& folder) {
  if (fs::exists(folder / "experiment.toml")) {
    const fs::path whole = fs::weakly_canonical(fs::absolute(folder));
    const Experiment experiment = read_experiment(whole.parent_path(), whole.filename().string());
    return fmt::format("an experiment of {} claims; {}", experiment.claims.size(),
                       check_sweep(experiment.matrix()));
  }
  const sim::SavedStats stats = sim::read_stats(folder);
  const sim::SavedManifest manifest = sim::read_manifest(folder);
  return fmt::format("results of a run ({}) of {} launches by heddle {}", stats.status,
                     stats.launches, manifest.heddle_version);
}

/// Files of TOML are told apart by their names and keys.
std::string check_toml(const fs::path& file) {
  if (file.filename() == "experiment.toml") return check_folder(fs::absolute(file).parent_path());
  const std::string text = read_file(file, file_kinds::kSettings);
  const auto has_line = [&](std::string_view begin) {
    return text.starts_with(begin) || text.find(fmt::format("\n{}", begin)) != std::string::npos;
  };
  if (has_line("stands_for")) return check_manifest(file);
  for (const char* begin : {"workloads", "paper", "[[setting]]", "[[program]]", "[[matrix]]"})
    if (has_line(begin)) return check_sweep(file);
  return check_settings(file, sim::parse_settings(text, file.string()));
}

std::string check_csv(const fs::path& file) {
  const std::string text = read_file(file, file_kinds::kLoadProfile);
  if (file.filename() == "claims.csv") return check_folder(fs::absolute(file).parent_path());
  policy::LoadProfile::parse(text, file.string());
  return "a profile of loads";
}

std::string check_capture(const fs::path& file) {
  const capture::Capture capture = capture::read_capture(file);
  return fmt::format("a capture of {} on {} by heddle {}: {}", capture.program, capture.machine,
                     capture.heddle_version, contents_text(capture));
}

}  // namespace

std::string check_file(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) fail("there is no file '{}'", file.string());
  if (fs::is_directory(file, error)) return check_folder(file);
  const std::string extension = file.extension();
  if (extension == ".capture" || capture::is_capture(file)) return check_capture(file);
  if (extension == ".ptx") return check_ptx(file);
  if (extension == ".toml") return check_toml(file);
  if (extension == ".csv") return check_csv(file);
  if (extension == ".sqlite") return check_results(file);
  if (file.filename() == "stats.json" || file.filename() == "manifest.json")
    return check_folder(fs::absolute(file).parent_path());
  fail(
      "'{}' is no file that heddle reads: these end in .ptx, .toml, .csv, .sqlite or .capture, or "
      "are "
      "folders "
      "of runs and experiments",
      file.string());
}

}  // namespace heddle::cli
