#include "cli/inspect/run_checks.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/policy/throttle/daws/load_profile.hpp"
#include "heddle/replay/stream_file.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "study/page/page_data.hpp"
#include "study/results/schema.hpp"
#include "study/store/checked_results.hpp"
#include "study/sweep/sweep_tables.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kClaimsFile = "claims.json";
constexpr std::array<std::string_view, 3> kReportTables = {"samples", "blocks", "source_lines"};

/// The name of a table without the number of a process: "samples" for samples.csv, and for
/// samples-1.csv of a second process.
std::string table_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  const std::size_t digits = stem.find_last_not_of("0123456789");
  const bool has_number =
      digits != std::string::npos && digits + 1 < stem.size() && digits > 0 && stem[digits] == '-';
  return has_number ? stem.substr(0, digits) : stem;
}

/// Counts the lines of a table. Throws Error for a line with more or fewer fields than the heading.
/// Also throws Error for a line that is cut off, unless `may_be_cut` is true.
std::uint64_t lines_of(const fs::path& file, bool may_be_cut) {
  std::uint64_t lines = 0;
  const bool is_whole =
      study::visit_table(file, [&](const study::TableLine&, const study::TableLine&) { ++lines; });
  if (!is_whole && !may_be_cut)
    fail("'{}' ends within a line: it was cut off after the run", file.string());
  return lines;
}

/// Checks the tables of a run. A table of an interrupted run may end within a line (`may_be_cut`).
void check_tables(const fs::path& folder, bool may_be_cut) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".csv") continue;
    lines_of(file, may_be_cut);
    if (table_name(file) == "loads")
      policy::LoadProfile::parse(read_file(file, file_kinds::kLoadProfile), file.string());
  }
}

}  // namespace

bool is_run_folder(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / sim::kStatsFile, error);
}

bool is_reproduction(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / kClaimsFile, error) && fs::exists(folder / "results.sqlite", error);
}

bool is_report_table(const fs::path& file) {
  return std::ranges::find(kReportTables, table_name(file)) != kReportTables.end();
}

bool is_database(const fs::path& file) {
  constexpr std::string_view kMagic = "SQLite format 3";
  std::array<char, kMagic.size()> bytes{};
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  try {
    InputFile input(file, file_kinds::kProgram);
    input.read(bytes.data(), bytes.size());
  } catch (const Error&) {
    return false;  // the code that reads the file reports the error
  }
  return std::string_view(bytes.data(), bytes.size()) == kMagic;
}

std::string check_run_folder(const fs::path& folder) {
  const std::vector<study::ReportedRun> runs = study::read_reported_runs({folder.string()});
  const study::ComparedRun& run = runs.front().run;
  check_tables(folder, run.stats.status != "complete");
  if (fs::exists(folder / "l1_stream.bin")) check_l1_stream(folder / "l1_stream.bin");
  const std::size_t libraries = sim::check_policy_libraries(run.settings);
  return fmt::format("results of a run ({}) of {} by heddle {}{}", run.stats.status,
                     counted(run.stats.launches, "launch", "es"), run.manifest.heddle_version,
                     libraries == 0 ? "" : ", whose policy libraries have not changed");
}

std::string check_reproduction(const fs::path& folder) {
  const fs::path claims = folder / kClaimsFile;
  const std::string text = read_file(claims, file_kinds::kStats);
  if (!nlohmann::json::accept(text)) fail("'{}' is damaged: it is no JSON", claims.string());
  return "a reproduction, with " + check_results(folder / "results.sqlite");
}

std::string check_run_table(const fs::path& file) {
  const fs::path folder = fs::absolute(file).parent_path();
  const std::string name = file.filename().string();
  const std::uint64_t lines = lines_of(file, false);
  // The tables of a run's first process are also read by the readers of the report.
  if (name == "samples.csv") study::read_samples(folder, 2);
  if (name == "blocks.csv") study::read_blocks(folder, 1, 2);
  if (name == "source_lines.csv") study::read_source_lines(folder);
  return fmt::format("table {} of a run, {} lines", table_name(file), lines);
}

std::string check_l1_stream(const fs::path& file) {
  const replay::StreamReader stream(file);
  return fmt::format("the accesses of {} in {}, for heddle replay",
                     counted(stream.sms(), "L1 data cache"),
                     counted(stream.launches().size(), "launch", "es"));
}

std::string check_results(const fs::path& file) {
  study::Database database = study::open_checked_results(file, "heddle check");
  return "results of a sweep: " + study::counts_line(database);
}

}  // namespace heddle::cli
