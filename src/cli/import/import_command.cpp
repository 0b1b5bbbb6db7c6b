#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/gpgpusim/import.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using study::gpgpusim::Import;
using study::gpgpusim::ImportRequest;

struct ImportOptions {
  ImportRequest request;
  std::string out;
  bool force = false, all = false;
};

bool read(Arguments arguments, ImportOptions& options) {
  CLI::App app(
      "Makes a machine file of a configuration of GPGPU-Sim or Accel-Sim: "
      "heddle import gpgpusim.config -o NAME.toml",
      "heddle import");
  app.footer(
      "Each line of the machine file names the option that it comes from. The command prints "
      "which\n"
      "options are taken, which with a difference, and which have no counterpart, with what that\n"
      "changes. docs/reference/gpgpusim-options.md has all options.\n\n"
      "Examples:\n"
      "  heddle import gpgpusim.config -o my-gpu.toml\n"
      "  heddle import gpgpusim.config trace.config -o my-gpu.toml --strict\n"
      "  heddle run --machine my-gpu.toml --print-as gpgpusim -- ./program\n");
  std::vector<std::string> files;
  app.add_option("file", files, "option files; of the same option the last counts")->required();
  app.add_option("-o,--out", options.out, "the machine file, or - for standard output")
      ->type_name("FILE")
      ->required();
  std::string power;
  app.add_option("--power", power,
                 "AccelWattch's XML file (the one that the options name, or "
                 "accelwattch_sass_sim.xml beside them)")
      ->type_name("FILE");
  app.add_option("--base", options.request.base,
                 "the machine that has what no option says (by compute capability)")
      ->type_name("NAME");
  app.add_option("--name", options.request.name, "of the device (the folder's)")->type_name("NAME");
  app.add_flag("--all", options.all, "also list what is taken and what has no effect on results");
  app.add_flag("--strict", options.request.strict, "refuse options that are unknown");
  app.add_flag("--force", options.force, "replace an existing file");
  if (!parse(app, arguments)) return false;
  options.request.files.assign(files.begin(), files.end());
  options.request.power = power;
  return true;
}

/// The name of the folder that holds the configuration, such as SM7_QV100.
std::string folder_name(const fs::path& file) {
  std::error_code error;
  const std::string folder = fs::absolute(file, error).parent_path().filename().string();
  return folder.empty() ? file.stem().string() : folder;
}

void check_output(const ImportOptions& options) {
  std::error_code error;
  if (!jobs::is_standard_output(options.out) && !options.force && fs::exists(options.out, error) &&
      !fs::is_character_file(options.out, error) && !fs::is_fifo(options.out, error))
    fail("--out {}: the file exists already; --force replaces it", options.out);
  jobs::require_output("--out", options.out);
}

}  // namespace

int import_command(Arguments arguments) {
  ImportOptions options;
  if (!read(arguments, options)) return 0;
  ImportRequest& request = options.request;
  if (request.name.empty()) request.name = folder_name(request.files.front());
  if (!request.base.empty()) sim::find_machine(request.base);
  check_output(options);
  const Import import = study::gpgpusim::import_machine(request);
  jobs::write_output(options.out, import.machine);
  const bool to_output = jobs::is_standard_output(options.out);
  const std::string summary =
      summary_text(import, options.all, to_output ? 0 : jobs::terminal_width());
  if (to_output) {
    jobs::say(summary);
    return 0;
  }
  jobs::answer(summary);
  jobs::check_output();  // before the message below, which goes to the other stream
  jobs::say_wrote(options.out, "", "heddle run --machine " + options.out);
  return 0;
}

}  // namespace heddle::cli
