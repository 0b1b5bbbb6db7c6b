#include "cli/run/timeline_options.hpp"

#include <fstream>

#include <CLI/CLI.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/quantity.hpp"
#include "heddle/sim/observation.hpp"
#include "heddle/sim/read_file.hpp"

namespace heddle::cli {

namespace fs = std::filesystem;

void TimelineOptions::add_to(CLI::App& app) {
  constexpr const char* kGroup = "Timeline";
  const auto add = [&](const char* name, std::string& value, const char* doc, const char* type) {
    app.add_option(name, value, doc)->type_name(type)->group(kGroup);
  };
  add("-o,--output", output, "the file to write; - is standard output", "FILE");
  app.add_flag("--text", text, "a table to read, not a trace for a viewer")->group(kGroup);
  add("--from", from, "first cycle", "CYCLE");
  add("--to", to, "first cycle that is left out", "CYCLE");
  add("--sms", sms, "SMs, as in 0,2-4", "LIST");
  add("--events", events, "most events; what comes after them is cut (a million)", "N");
}

void TimelineOptions::add_to(sim::Settings& settings) const {
  if (output.empty()) fail("no file: heddle timeline -o trace.json [OPTIONS] -- PROGRAM");
  const auto set = [&](const char* key, const char* option, const std::string& value) {
    if (!value.empty()) settings[key] = {value, option, true};
  };
  set("run.timeline", "--text", text ? "text" : "json");
  set("run.timeline_from", "--from", from);
  set("run.timeline_to", "--to", to);
  set("run.timeline_sms", "--sms", sms);
  set("run.timeline_events", "--events", events);
  const auto first = parse_count(from.empty() ? "0" : from), last = parse_count(to);
  if (first && last && *last <= *first)
    fail("--from {} --to {}: no cycle lies between them", from, to);
}

void TimelineOptions::deliver(const fs::path& run_folder) const {
  for (unsigned number = 0;; ++number) {
    const fs::path made = run_folder / sim::numbered_name(sim::kTimelineFile, number);
    std::error_code error;
    if (!fs::exists(made, error)) return;
    if (output == "-") {
      fmt::print("{}", sim::read_file(made.string()));
      continue;
    }
    const fs::path asked(output);
    const fs::path target = asked.parent_path() / sim::numbered_name(asked.filename(), number);
    fs::copy_file(made, target, fs::copy_options::overwrite_existing, error);
    if (error) fail("-o {}: {}", target.string(), error.message());
    fs::remove(made, error);
  }
}

}  // namespace heddle::cli
