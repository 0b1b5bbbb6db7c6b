#include "cli/run/requests/timeline_options.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/sim/observation.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/wrote.hpp"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kTraceFrame = 3;  ///< number of lines of a trace that hold no event

std::string_view name_of(TimelineForm form) {
  switch (form) {
    case TimelineForm::csv:
      return "csv";
    case TimelineForm::text:
      return "text";
    default:
      return "json";
  }
}

/// The contents in words, such as "35,000 events". Counts the lines of the file except the lines
/// that hold no event.
std::string contents(const fs::path& file, TimelineForm form) {
  std::uint64_t lines = 0;
  visit_file(file, file_kinds::kTimeline, [&](std::string_view bytes) {
    lines += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  });
  switch (form) {
    case TimelineForm::csv:
      return format_count(lines - std::min<std::uint64_t>(lines, 1)) + " rows";
    case TimelineForm::text:
      return format_count(lines) + " lines";
    default:
      return format_count(lines - std::min<std::uint64_t>(lines, kTraceFrame)) + " events";
  }
}

}  // namespace

void TimelineOptions::add_to(CLI::App& app) {
  constexpr const char* kGroup = "Timeline";
  const auto add = [&](const char* name, std::string& value, const char* doc, const char* type) {
    app.add_option(name, value, doc)->type_name(type)->group(kGroup);
  };
  add("-o,--output", output,
      "the file to write: FILE.svg is a picture, FILE.csv a table, any other a trace; - is "
      "standard "
      "output",
      "FILE");
  app.add_flag("--text", text, "a text to read, not a trace for a viewer")->group(kGroup);
  app.add_option("--versus", versus,
                 "of a picture: run the program once more with these settings, and draw both")
      ->type_name("KEY=VALUE[,KEY=VALUE]")
      ->take_all()
      ->allow_extra_args(false)
      ->group(kGroup);
  add("--from", from, "first cycle (that in which the first kernel begins)", "CYCLE");
  add("--to", to, "first cycle that is left out", "CYCLE");
  add("--cycles", cycles, "as many from the first one on", "N");
  add("--sms", sms, "SMs, as in 0,2-4 (all; of a picture 0)", "LIST");
  add("--events", events, "most events; what comes after them is cut (a million)", "N");
}

void TimelineOptions::check() const {
  if (output.empty()) fail("no file: heddle timeline -o trace.json [OPTIONS] -- PROGRAM");
  jobs::require_output("-o", output);
  if (text && is_picture()) fail("--text writes a text, and -o {} is a picture", output);
  if (!versus.empty() && !is_picture())
    fail("--versus is for a picture: -o FILE.svg, not -o {}", output);
  if (!to.empty() && !cycles.empty()) fail("--to and --cycles: each says where the timeline ends");
  const auto first = parse_count(from.empty() ? "0" : from), last = parse_count(to);
  if (first && last && *last <= *first)
    fail("--from {} --to {}: no cycle lies between them", from, to);
}

void TimelineOptions::add_to(sim::Settings& settings) const {
  check();
  const auto set = [&](const char* key, const char* option, const std::string& value) {
    if (!value.empty()) settings[key] = {value, option, true};
  };
  settings["run.timeline"] = {std::string(name_of(form())), "-o", true};
  set("run.timeline_from", "--from", from);
  set("run.timeline_to", "--to", to);
  set("run.timeline_cycles", "--cycles", cycles);
  set("run.timeline_sms", "--sms", sms.empty() && is_picture() ? "0" : sms);
  set("run.timeline_events", "--events", events);
}

bool TimelineOptions::is_picture() const { return fs::path(output).extension() == ".svg"; }

TimelineForm TimelineOptions::form() const {
  if (text) return TimelineForm::text;
  const bool is_table = is_picture() || fs::path(output).extension() == ".csv";
  return is_table ? TimelineForm::csv : TimelineForm::json;
}

std::vector<std::string> TimelineOptions::assignments_of(const std::string& versus) {
  std::vector<std::string> assignments;
  for (std::size_t begin = 0; begin <= versus.size();) {
    const std::size_t end = std::min(versus.find(',', begin), versus.size());
    const std::string part = versus.substr(begin, end - begin);
    begin = end + 1;
    // A part without "=" continues the value before it, which is a list.
    if (part.find('=') == std::string::npos && !assignments.empty()) {
      assignments.back() += "," + part;
    } else {
      assignments.push_back(part);
    }
  }
  return assignments;
}

std::string TimelineOptions::target(unsigned number) const {
  std::error_code error;
  const fs::path asked(output);
  const bool is_device = fs::exists(asked, error) && !fs::is_regular_file(asked, error);
  if (jobs::is_standard_output(output) || is_device) return output;
  return asked.parent_path() / sim::numbered_name(asked.filename(), number);
}

void TimelineOptions::deliver(const fs::path& run_folder, bool quiet) const {
  for (unsigned number = 0;; ++number) {
    const fs::path made = run_folder / sim::numbered_name(kTimelineFile, number);
    std::error_code error;
    if (!fs::exists(made, error)) return;
    if (fs::file_size(made, error) == 0) fail("-o {}: there is no timeline to write", output);
    jobs::write_output(target(number), [&](const jobs::TextSink& sink) {
      visit_file(made, file_kinds::kTimeline, sink);
    });
    if (!quiet)
      jobs::say_wrote(target(number), contents(made, form()),
                      form() == TimelineForm::json ? "open it in https://ui.perfetto.dev" : "");
    fs::remove(made, error);
  }
}

}  // namespace heddle::cli
