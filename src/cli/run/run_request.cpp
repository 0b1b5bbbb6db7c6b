#include "cli/run/run_request.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "heddle/base/error.hpp"
#include "heddle/base/quantity.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  heddle run -- ./bfs graph.txt\n"
    "  heddle run --machine v100 --set warp_scheduler=gto --out results -- ./bfs graph.txt\n"
    "  heddle run --timing none -- ./bfs graph.txt               compute only, no cycles\n"
    "  heddle run --kernels 'reduce.*' --skip 2 --launches 1 -- ./bfs graph.txt\n"
    "  heddle run --stop-after cycles=1e6 -- ./bfs graph.txt\n"
    "  heddle run --kernel scale --grid 4 --block 128 --arg buffer:4096 --arg u32:7 k.ptx\n";

/// Values of options before they become settings.
struct RawOptions {
  std::string machine, timing, kernels, skip, launches, stop_after, threads;
  std::vector<std::string> files;
  std::string kernel, grid, block, shared;
  std::vector<std::string> arguments, dumps, prints;
};

void add_options(CLI::App& app, RunRequest& request, RawOptions& raw) {
  app.add_option("--machine", raw.machine, "a machine (heddle list machines) or a TOML file")
      ->type_name("NAME");
  app.add_option("--config", raw.files, "a TOML file with settings over those of the machine")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--set", request.configuration.assignments,
                 "set a parameter (heddle list parameters)")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--out", request.out, "folder for stats.json, config.toml and manifest.json")
      ->type_name("DIR");
  app.add_flag("--overwrite", request.overwrite, "replace the results in a used output folder");
  app.add_flag("--quiet", request.quiet, "no summary and no progress line");
  app.add_option("--timing", raw.timing, "full, or none: compute only")->type_name("MODE");
  app.add_option("--kernels", raw.kernels, "time these kernels, run the rest functionally")
      ->type_name("REGEX");
  app.add_option("--skip", raw.skip, "of those launches, run the first N functionally")
      ->type_name("N");
  app.add_option("--launches", raw.launches, "of those launches, time N")->type_name("N");
  app.add_option("--stop-after", raw.stop_after, "end with what was measured until then")
      ->type_name("cycles=N|instructions=N");
  app.add_option("--threads", raw.threads, "host threads")->type_name("N");
}

void add_kernel_options(CLI::App& app, RawOptions& raw) {
  const auto add = [&](const char* name, auto& value, const char* doc, const char* type) {
    app.add_option(name, value, doc)->type_name(type)->group("One kernel of a PTX file");
  };
  add("--kernel", raw.kernel, "its name; not needed if the file has one", "NAME");
  add("--grid", raw.grid, "blocks", "X[,Y[,Z]]");
  add("--block", raw.block, "threads of a block", "X[,Y[,Z]]");
  add("--shared", raw.shared, "dynamic shared memory", "BYTES");
  const char* group = "One kernel of a PTX file";
  app.add_option("--arg", raw.arguments,
                 "an argument: u32:7, f32:0.5, ... or buffer:BYTES[:zero|:iota|@FILE]")
      ->type_name("TYPE:VALUE")
      ->take_all()
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--dump-arg", raw.dumps, "write buffer N (from 0) to a file at the end")
      ->type_name("N:FILE")
      ->take_all()
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--print-arg", raw.prints, "print buffer N at the end, as u32, s32, f32, ...")
      ->type_name("N:TYPE")
      ->take_all()
      ->allow_extra_args(false)
      ->group(group);
}

void set(sim::Settings& settings, const char* key, const char* option, const std::string& value) {
  if (value.empty()) return;
  settings[key] = {value, option, true};
}

void set_stop(sim::Settings& settings, const std::string& limit) {
  if (limit.empty()) return;
  const std::size_t equals = limit.find('=');
  const std::string what = limit.substr(0, equals);
  if (equals == std::string::npos || (what != "cycles" && what != "instructions")) {
    fail("--stop-after {}: expected cycles=N or instructions=N", limit);
  }
  const auto count = parse_count(limit.substr(equals + 1));
  if (!count || *count == 0) {
    fail("--stop-after {}: expected a whole number, 1 or more", limit);
  }
  settings["run.stop_after_" + what] = {static_cast<std::int64_t>(*count), "--stop-after", true};
}

sim::Settings settings_of(const RawOptions& raw) {
  sim::Settings settings;
  set(settings, "run.timing", "--timing", raw.timing);
  set(settings, "run.kernels", "--kernels", raw.kernels);
  set(settings, "run.skip", "--skip", raw.skip);
  set(settings, "run.launches", "--launches", raw.launches);
  set(settings, "run.threads", "--threads", raw.threads);
  set_stop(settings, raw.stop_after);
  return settings;
}

std::vector<std::string> kernel_options(const RawOptions& raw) {
  std::vector<std::string> options;
  const auto add = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    options.emplace_back(name);
    options.push_back(value);
  };
  add("--kernel", raw.kernel);
  add("--grid", raw.grid);
  add("--block", raw.block);
  add("--shared", raw.shared);
  for (const std::string& argument : raw.arguments) add("--arg", argument);
  for (const std::string& dump : raw.dumps) add("--dump-arg", dump);
  for (const std::string& print : raw.prints) add("--print-arg", print);
  return options;
}

}  // namespace

bool read_run_request(Arguments arguments, RunRequest& request) {
  CLI::App app("Runs a program on a simulated GPU: heddle run [OPTIONS] [--] PROGRAM [ARGUMENTS]",
               "heddle run");
  app.footer(kExamples);
  app.prefix_command();
  RawOptions raw;
  add_options(app, request, raw);
  add_kernel_options(app, raw);
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  const auto own = static_cast<std::size_t>(dashes - arguments.begin());
  if (!parse(app, arguments.first(own))) return false;
  const std::vector<std::string> rest = app.remaining();
  if (dashes != arguments.end()) {
    refuse_unknown_options(app, rest);
    if (!rest.empty()) fail("'{}' before --: expected options only", rest[0]);
    request.program.assign(dashes + 1, arguments.end());
  } else {
    if (!rest.empty()) refuse_unknown_options(app, {rest[0]});
    request.program = rest;
  }
  if (request.program.empty()) fail("no program: heddle run [OPTIONS] -- PROGRAM [ARGUMENTS]");
  if (!raw.machine.empty()) request.configuration.machine = raw.machine;
  request.configuration.files.assign(raw.files.begin(), raw.files.end());
  request.configuration.options = settings_of(raw);
  request.kernel_options = kernel_options(raw);
  if (!request.kernel_options.empty() && !request.is_bare_kernel()) {
    fail("{} is for one kernel of a .ptx file, and '{}' is none", request.kernel_options[0],
         request.program[0]);
  }
  return true;
}

}  // namespace heddle::cli
