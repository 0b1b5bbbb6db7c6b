#include "study/store/run_record.hpp"

#include <nlohmann/json.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "study/runs/outcome.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeptText = 4000;  ///< bytes of a run's output, its end

/// What is no UTF-8 is replaced.
std::string as_utf8(const std::string& bytes) {
  using nlohmann::json;
  return json::parse(json(bytes).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string end_of(const fs::path& file) {
  std::string text = end_of_file(file, kKeptText);
  while (text.ends_with('\n')) text.pop_back();
  return as_utf8(text);
}

std::string last_line(const std::string& text) {
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text : text.substr(newline + 1);
}

/// Of a run that heddle refused or that nothing is left of: what was said last.
std::string refusal(const jobs::JobEnd& end, const std::string& output) {
  if (end.exit_code > 128)
    return fmt::format("heddle run was ended by signal {}", end.exit_code - 128);
  const std::string line = last_line(output);
  return line.empty() ? fmt::format("heddle run ended with exit code {}", end.exit_code) : line;
}

std::string warnings(const sim::SavedStats& stats) {
  std::string text;
  for (const std::string& warning : stats.warnings) {
    text += (text.empty() ? "warning: " : "; warning: ") + warning;
  }
  return text;
}

/// What was said last before heddle's own word on how the run went.
std::string said_last(const std::string& output, const sim::SavedStats& stats) {
  std::string closing = closing_line(stats.status, stats.reason);
  closing.pop_back();
  const std::string line = last_line(output);
  if (line != closing) return line;
  const std::size_t newline = output.rfind('\n');
  return newline == std::string::npos ? "" : last_line(output.substr(0, newline));
}

void judge_stats(RunRecord& record, const jobs::JobEnd& end, const fs::path& results) {
  record.status = "failed";
  std::error_code error;
  if (fs::exists(results / sim::kStatsFile, error)) record.stats = sim::read_stats(results);
  record.message = record.stats.reason;
  const bool is_final = !record.stats.status.empty() && record.message != sim::RunOutcome{}.reason;
  if (!is_final) {
    record.message = refusal(end, record.output);
  } else if (record.stats.status == "complete") {
    record.status = "ok";
    record.message = warnings(record.stats);
  } else if (record.stats.status == "incomplete" && end.exit_code == 0) {
    record.status = "incomplete";
    if (const std::string said = warnings(record.stats); !said.empty())
      record.message += "; " + said;
  } else if (const std::string line = said_last(record.output, record.stats); !line.empty()) {
    record.message += "; it said last: " + line;
  }
}

}  // namespace

RunRecord judge(const jobs::JobEnd& end, const RunBounds& bounds, const fs::path& results,
                const fs::path& output) {
  RunRecord record;
  record.exit_code = end.exit_code;
  record.seconds = end.seconds;
  record.peak_bytes = end.peak_bytes;
  record.output = end_of(output);
  record.folder = results;
  switch (end.ending) {
    case jobs::JobEnding::too_long:
      record.status = "timeout";
      record.message = fmt::format("ended after {:g} s, as the sweep's file says", bounds.seconds);
      break;
    case jobs::JobEnding::too_large:
      record.status = "memory";
      record.message = fmt::format("took more than the {} that the sweep's file allows",
                                   format_bytes(bounds.bytes));
      break;
    case jobs::JobEnding::by_itself:
      judge_stats(record, end, results);
      break;
  }
  if (record.status == "ok") record.output.clear();
  if (record.status != "ok" && record.status != "incomplete") record.stats = {};
  return record;
}

}  // namespace heddle::study
