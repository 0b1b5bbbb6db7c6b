#include "cli/corun/corun_request.hpp"

#include <charconv>
#include <cmath>

#include <CLI/CLI.hpp>

#include "cli/output_option.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/quantity.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/sim/output_folder.hpp"

namespace heddle::cli {
namespace {

constexpr const char* kDemandForm = "NAME:threads=N,registers=N[,shared=BYTES]";

constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 50;

std::vector<std::string> pieces(const std::string& text, char separator) {
  std::vector<std::string> found;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = text.find(separator, begin);
    found.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return found;
    begin = end + 1;
  }
}

std::vector<double> numbers(const std::string& option, const std::string& text, bool negative) {
  std::vector<double> values;
  if (text.empty()) return values;
  for (const std::string& word : pieces(text, ',')) {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || (value < 0 && !negative))
      fail("{} {}: expected a number for each program, with commas between", option, text);
    values.push_back(value);
  }
  return values;
}

/// A count, also in thousands, millions or milliards: 200K, 10M, 1G.
std::optional<std::uint64_t> parse_cycles(std::string text) {
  std::uint64_t unit = 1;
  if (text.ends_with('K')) unit = 1000;
  if (text.ends_with('M')) unit = 1'000'000;
  if (text.ends_with('G')) unit = 1'000'000'000;
  if (unit != 1) text.pop_back();
  const auto count = parse_count(text);
  if (!count || *count > kMostCycles / unit) return std::nullopt;
  return *count * unit;
}

void check_count(const std::string& option, std::size_t count, std::size_t programs) {
  if (count == 0 || count == programs) return;
  fail("{}: {} numbers for {} programs", option, count, programs);
}

struct Texts {
  std::string cycles, window, starts, priorities, alone = "measure";
  bool once = false;
};

void describe_options(CLI::App& app, CorunRequest& request, Texts& texts) {
  auto& configuration = request.configuration;
  app.add_option("--machine", configuration.machine, "machine to simulate (gtx480)")
      ->type_name("NAME");
  app.add_option("--config", configuration.files, "files of settings")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--set", configuration.assignments, "set a parameter, such as corun=spatial")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--cycles", texts.cycles,
                 "programs begin again until then, as in 10M (each runs once)")
      ->type_name("N");
  app.add_flag("--once", texts.once, "each program runs once");
  app.add_option("--start", texts.starts, "cycle in which each begins, as in 0,5000")
      ->type_name("N,N");
  app.add_option("--priority", texts.priorities, "of each, less is more urgent, as in 0,-1")
      ->type_name("N,N");
  app.add_option("--alone", texts.alone,
                 "warp instructions a cycle of each alone, as in 12.5,3, or measure, or none "
                 "(measure)")
      ->type_name("N,N");
  app.add_option("--alone-set", request.alone_settings,
                 "set a parameter for the programs alone, such as warp_scheduler=gto")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--plan", request.plan,
               "print what each program gets of an SM, and simulate nothing");
  app.add_option("--json", request.json, "write the results there too")->type_name("FILE");
  app.add_option("--alone-folder", request.alone_folder,
                 "keep what programs do alone there, and take what is there already")
      ->type_name("DIR");
  app.add_option("--out", request.out, "folder for stats.json, programs.csv and config.toml")
      ->type_name("DIR");
  app.add_option("--windows", texts.window,
                 "every N cycles a line for each program in windows.csv of the output folder")
      ->type_name("N");
  app.add_flag("--quiet", request.quiet, "no progress");
  app.add_option(
         "programs", request.programs,
         std::string("captures (heddle run --capture), for --plan also kernels: ") + kDemandForm)
      ->required()
      ->type_name("PROGRAM");
}

void take_texts(const Texts& texts, CorunRequest& request) {
  if (!texts.cycles.empty()) {
    const auto cycles = parse_cycles(texts.cycles);
    if (!cycles || *cycles == 0)
      fail("--cycles {}: expected a number of cycles, as in 10M", texts.cycles);
    if (texts.once) fail("--once and --cycles exclude each other");
    request.cycles = *cycles;
  }
  if (!texts.window.empty()) {
    const auto window = parse_cycles(texts.window);
    if (!window || *window == 0)
      fail("--windows {}: expected a number of cycles, as in 400", texts.window);
    if (request.out.empty())
      fail("--windows: windows.csv stands in an output folder: add --out DIR");
    request.window = *window;
  }
  const std::size_t programs = request.programs.size();
  if (programs > policy::kTenants)
    fail("{} programs: a GPU has room for {}", programs, policy::kTenants);
  request.starts = numbers("--start", texts.starts, false);
  request.priorities = numbers("--priority", texts.priorities, true);
  check_count("--start", request.starts.size(), programs);
  check_count("--priority", request.priorities.size(), programs);
  for (const double start : request.starts)
    if (request.cycles != 0 && start >= static_cast<double>(request.cycles))
      fail("--start {}: the run ends at --cycles {}", texts.starts, request.cycles);
  request.alone.measured = texts.alone == "measure";
  if (texts.alone == "measure" || texts.alone == "none") return;
  request.alone.given = numbers("--alone", texts.alone, false);
  check_count("--alone", request.alone.given.size(), programs);
}

}  // namespace

std::optional<KernelDemand> parse_demand(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || text.find('=', colon) == std::string::npos) return std::nullopt;
  KernelDemand demand{.name = text.substr(0, colon)};
  for (const std::string& piece : pieces(text.substr(colon + 1), ',')) {
    const std::size_t equals = piece.find('=');
    const std::string key = piece.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : piece.substr(equals + 1);
    const auto number = key == "shared" ? parse_bytes(value) : parse_count(value);
    const bool known = key == "threads" || key == "registers" || key == "shared";
    if (!known || !number || *number > (1u << 30))
      fail("'{}': '{}' is not understood; expected {}", text, piece, kDemandForm);
    if (key == "threads") demand.threads = static_cast<std::uint32_t>(*number);
    if (key == "registers") demand.registers = static_cast<std::uint32_t>(*number);
    if (key == "shared") demand.shared_bytes = *number;
  }
  if (demand.name.empty() || demand.threads == 0 || demand.registers == 0)
    fail("'{}': expected {}", text, kDemandForm);
  return demand;
}

bool read_corun_request(Arguments arguments, CorunRequest& request) {
  CLI::App app("Runs several captured programs on one simulated GPU", "heddle corun");
  app.footer(
      "Examples:\n"
      "  heddle corun --machine cke-ccbp --set corun=spatial --cycles 1M a.capture b.capture\n"
      "  heddle corun --set corun=smk --once --start 0,20000 a.capture b.capture\n"
      "  heddle corun --machine cke-ccbp --set corun=smk --plan BP:threads=256,registers=24 "
      "CFD:threads=192,registers=72\n");
  Texts texts;
  describe_options(app, request, texts);
  if (!parse(app, arguments)) return false;
  take_texts(texts, request);
  if (!request.json.empty()) require_output("--json", request.json);
  if (!request.out.empty()) {
    sim::make_folder("--out", request.out);
    sim::prepare_output_folder(request.out, false);
  }
  if (!request.alone_folder.empty()) sim::make_folder("--alone-folder", request.alone_folder);
  return true;
}

}  // namespace heddle::cli
