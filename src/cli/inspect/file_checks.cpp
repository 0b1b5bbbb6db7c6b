#include "cli/inspect/file_checks.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "cli/capture/capture_output.hpp"
#include "cli/command.hpp"
#include "cli/inspect/run_checks.hpp"
#include "cli/sweep/own_command_lines.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/compile/unsupported.hpp"
#include "heddle/policy/throttle/daws/load_profile.hpp"
#include "heddle/ptx/parser.hpp"
#include "heddle/sim/policies_together.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/trace/format/kernel_list.hpp"
#include "heddle/trace/summary_text.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/catalogue/catalogue.hpp"
#include "study/catalogue/manifest.hpp"
#include "study/catalogue/strict_toml.hpp"
#include "study/catalogue/workload_folder.hpp"
#include "study/claims/experiment.hpp"
#include "study/plan/cell.hpp"
#include "study/plan/configurations.hpp"
#include "study/plan/sweep_catalogue.hpp"
#include "study/records/record.hpp"
#include "study/verdicts/cost_tables.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

/// The reasons for which kernels cannot run, and each unsupported instruction, line by line.
std::string refusals_text(const ptx::Module& tree, const isa::Module& module) {
  std::string text;
  for (const auto& program : module.kernels) {
    if (!program->refusal.has_value()) continue;
    text += fmt::format("\n  kernel {}: {}", demangled(program->name), program->refusal->what());
  }
  for (const compile::UnsupportedInstruction& unsupported :
       compile::unsupported_instructions(tree)) {
    text += fmt::format("\n  instruction {}: {}, first in line {}", unsupported.spelling,
                        counted(unsupported.count, "time"), unsupported.first.line);
  }
  return text;
}

/// The options for a device that has the instructions of the module's own target, "sm_80" for
/// example.
compile::Options options_for(const ptx::Module& tree) {
  compile::Options options;
  const std::string_view target = tree.target;
  const std::string_view digits = target.substr(std::min(target.find('_') + 1, target.size()));
  const std::size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
  if (const auto capability = parse_count(digits.substr(0, end));
      capability && *capability < 1000) {
    options.capability = std::max(options.capability, static_cast<unsigned>(*capability));
  }
  return options;
}

std::string check_ptx(const fs::path& file) {
  const std::string text = read_file(file, file_kinds::kPtx);
  const ptx::Module tree = ptx::parse(text, file.string());
  const isa::Module module = compile::lower_what_runs(tree, options_for(tree));
  std::size_t instructions = 0, refused = 0;
  for (const auto& program : module.kernels) {
    instructions += program->code.size();
    refused += program->refusal.has_value() ? 1 : 0;
  }
  if (refused > 0) {
    fail("{}: {} of {} cannot run{}{}", file.string(), refused,
         counted(module.kernels.size(), "kernel"),
         refused < module.kernels.size() ? "; the others can" : "", refusals_text(tree, module));
  }
  return fmt::format("PTX: {} of {}", counted(module.kernels.size(), "kernel"),
                     counted(instructions, "instruction"));
}

std::string check_sweep(const fs::path& file) {
  const study::SweepFile sweep = study::read_sweep_file(file, OwnCommandLines());
  const study::Catalogue catalogue = study::catalogue_of(sweep);
  const std::vector<study::Cell> cells = study::expand(sweep, catalogue).cells;
  const study::Configurations configurations(cells, sweep.file.parent_path(), OwnCommandLines());
  return fmt::format("a sweep of {} run{}", cells.size(), cells.size() == 1 ? "" : "s");
}

std::string check_manifest(const fs::path& file) {
  const study::Catalogue catalogue =
      study::read_catalogue(study::find_workloads(jobs::own_executable()));
  return "the manifest of workload " + study::read_manifest(file, catalogue.studies).name;
}

/// Checks a file of settings. A file with the key `base` or `device.name` is a machine file. The
/// settings of any other file are checked on top of the default machine.
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
  sim::check_policies_together(configuration);
  return is_machine ? "a machine, " + configuration.machine.device.name
                    : fmt::format("{} settings", settings.size());
}

std::string check_experiment(const fs::path& folder) {
  const fs::path whole = fs::weakly_canonical(fs::absolute(folder));
  const study::Experiment experiment =
      study::read_experiment(whole.parent_path(), whole.filename().string());
  study::read_records(experiment);
  for (const study::CostQuestion& cost : experiment.costs)
    study::cost_configuration(cost, experiment);
  return fmt::format("an experiment of {}; {}", counted(experiment.claims.size(), "claim"),
                     check_sweep(experiment.matrix()));
}

bool is_experiment(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "experiment.toml", error);
}

/// Checks the folder of a run, a reproduction or an experiment.
std::string check_folder(const fs::path& folder) {
  if (is_experiment(folder)) return check_experiment(folder);
  if (is_run_folder(folder)) return check_run_folder(folder);
  if (is_reproduction(folder)) return check_reproduction(folder);
  fail(
      "'{}' holds no stats.json (of heddle run), no claims.json with results.sqlite (of heddle "
      "reproduce) and no experiment.toml",
      folder.string());
}

/// Tells the kinds of TOML files apart by the name of the file and by its keys, and checks the
/// file.
std::string check_toml(const fs::path& file) {
  const fs::path folder = fs::absolute(file).parent_path();
  if (file.filename() == "experiment.toml") return check_folder(folder);
  if (file.filename() == sim::kResolvedFile && is_run_folder(folder)) return check_folder(folder);
  const study::StrictTable table = study::StrictTable::read(file);
  if (table.has("stands_for")) return check_manifest(file);
  for (const char* key : {"workloads", "paper", "setting", "program", "matrix"})
    if (table.has(key)) return check_sweep(file);
  return check_settings(file, sim::read_settings(file));
}

std::string check_csv(const fs::path& file) {
  const fs::path folder = fs::absolute(file).parent_path();
  const bool is_of_experiment =
      file.filename() == "claims.csv" || file.filename() == "verdicts.csv";
  if (is_of_experiment && is_experiment(folder)) return check_experiment(folder);
  if (is_of_experiment) {
    fail("'{}' is read together with the experiment.toml beside it, and there is none",
         file.string());
  }
  const bool is_profile = file.stem().string().starts_with("loads");
  if (is_report_table(file) || (is_run_folder(folder) && !is_profile)) return check_run_table(file);
  policy::LoadProfile::parse(read_file(file, file_kinds::kLoadProfile), file.string());
  return "a profile of loads";
}

std::string check_capture(const fs::path& file) {
  const capture::Capture capture = capture::read_capture(file);
  return fmt::format("a capture of {} on {} by heddle {}: {}", capture.program, capture.machine,
                     capture.heddle_version, contents_text(capture));
}

std::string check_policy_library(const fs::path& file) {
  const sim::PolicyLibrary& library = sim::load_policy_library(file);
  return fmt::format("a policy library: {}", comma_list(library.policies));
}

}  // namespace

std::string check_file(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) fail("there is no file '{}'", file.string());
  if (fs::is_directory(file, error)) return check_folder(file);
  const std::string extension = file.extension();
  if (extension == ".capture" || capture::is_capture(file)) return check_capture(file);
  if (extension == ".sqlite" || is_database(file)) return check_results(file);
  if (extension == ".ptx") return check_ptx(file);
  if (extension == ".toml") return check_toml(file);
  if (extension == ".csv") return check_csv(file);
  if (extension == ".so") return check_policy_library(file);
  if (trace::is_kernel_trace(file)) return trace::summary_text(trace::summarize(file));
  if (trace::is_kernel_list(file)) return trace::list_text(file);
  if (file.filename() == "l1_stream.bin") return check_l1_stream(file);
  for (const char* name : {sim::kStatsFile, sim::kManifestFile, "claims.json"})
    if (file.filename() == name) return check_folder(fs::absolute(file).parent_path());
  fail(
      "'{}' is no file that heddle reads: these end in .ptx, .toml, .csv, .sqlite, .so, .capture, "
      ".traceg or .tracez, are a kernelslist.g or a run's l1_stream.bin, or folders of runs, "
      "reproductions and experiments",
      file.string());
}

}  // namespace heddle::cli
