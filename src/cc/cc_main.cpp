#include "cc/cc_main.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "cc/compile.hpp"
#include "cc/introduction.hpp"
#include "cc/link.hpp"
#include "cc/session/compiler_flags.hpp"
#include "cc/session/process.hpp"
#include "cc/session/session.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "jobs/streams/output_option.hpp"

namespace heddle::cc {
namespace fs = std::filesystem;
using namespace cc;

namespace {

bool is_source(const Input& input) {
  if (input.is_library) return false;
  if (input.as_cuda) return true;
  for (const char* extension : {".cu", ".c", ".cc", ".cpp", ".cxx", ".C", ".i", ".ii"}) {
    if (input.path.ends_with(extension)) return true;
  }
  return false;
}

std::string in_output_folder(const Options& options, const std::string& name) {
  return options.output_directory.empty() ? name : options.output_directory + "/" + name;
}

/// The output file for one input file if there is no -o.
std::string own_output(const Options& options, const Input& input, const char* extension) {
  return in_output_folder(options, stem_of(input.path) + extension);
}

using MakeOne = void (*)(Session&, const Input&, const std::string&);

/// A goal with an output for each input file: the function that makes the output, and the output's
/// extension ("": standard output).
struct SingleGoal {
  Goal goal;
  MakeOne make;
  const char* extension;
};

constexpr SingleGoal kSingleGoals[] = {
    {Goal::object, compile_object, ".o"},
    {Goal::ptx, compile_ptx, ".ptx"},
    {Goal::fat_binary, compile_fat_binary, ".fatbin"},
    {Goal::preprocessed, preprocess, ""},
    {Goal::host_text, preprocess, ".cu.cpp.ii"},
    {Goal::dependencies, write_dependencies, ""},
};

const SingleGoal* single_goal(const Options& options) {
  const auto* const found = std::ranges::find(kSingleGoals, options.goal, &SingleGoal::goal);
  return found == std::end(kSingleGoals) ? nullptr : found;
}

/// The output for the input file; "" is standard output.
std::string output_of(const Options& options, const SingleGoal& goal, const Input& input) {
  const bool is_named = !options.output.empty() || *goal.extension == 0;
  return is_named ? options.output : own_output(options, input, goal.extension);
}

/// The only output of a goal that makes one output from all input files.
std::string common_output(const Options& options) {
  if (!options.output.empty()) return options.output;
  const char* name = options.goal == Goal::device_object ? "a_dlink.o"
                     : options.goal == Goal::archive     ? "a.a"
                     : options.shared                    ? "a.so"
                                                         : "a.out";
  return in_output_folder(options, name);
}

/// Refuses outputs that cannot be written, before anything is compiled.
void require_outputs(const Options& options) {
  if (options.dry_run) return;
  jobs::require_output_if_given("-MF", options.dependencies.file);
  const SingleGoal* const single = single_goal(options);
  if (single == nullptr) return jobs::require_output("-o", common_output(options));
  for (const Input& input : options.inputs) {
    if (is_source(input)) jobs::require_output_if_given("-o", output_of(options, *single, input));
  }
}

void make_each(Session& session, const SingleGoal& goal) {
  const Options& options = session.options();
  const auto sources = std::count_if(options.inputs.begin(), options.inputs.end(), is_source);
  if (sources == 0) fail("no source file to compile; give a .cu, .cpp or .c file");
  if (sources > 1 && !options.output.empty() && *goal.extension != 0) {
    fail("-o {} with {} source files: give one file, or no -o", options.output, sources);
  }
  for (const Input& input : options.inputs) {
    if (!is_source(input)) continue;
    goal.make(session, input, output_of(options, goal, input));
  }
}

/// Compiles sources to objects. Returns the objects and the other inputs.
LinkItems compile_all(Session& session) {
  LinkItems items;
  for (const Input& input : session.options().inputs) {
    if (!is_source(input)) {
      items.push_back(input);
      continue;
    }
    const std::string object = session.intermediate(input.path, ".o");
    compile_object(session, input, object);
    items.push_back({object, false, false});
  }
  return items;
}

void make_together(Session& session) {
  const Options& options = session.options();
  if (options.inputs.empty()) fail("no input files; give .cu, .cpp, .c, .o or .a files");
  const LinkItems items = compile_all(session);
  const std::string output = common_output(options);
  if (options.goal == Goal::device_object) return link_device(session, items, output);
  if (options.goal == Goal::archive) return make_archive(session, items, output);
  link_program(session, items, output);
}

void make(Session& session) {
  const SingleGoal* const single = single_goal(session.options());
  single == nullptr ? make_together(session) : make_each(session, *single);
}

void require_inputs(const Options& options) {
  for (const Input& input : options.inputs) {
    const bool asked_of_a_build_system = options.verbose && options.inputs.size() == 1;
    if (input.is_library || asked_of_a_build_system) continue;
    if (!fs::exists(input.path)) fail("{}: no such file", input.path);
    if (fs::is_directory(input.path)) fail("{}: this is a folder, not a file", input.path);
    if (!fs::is_regular_file(input.path) && input.path != "/dev/null")
      fail("{}: this is a device or a pipe; heddle cc reads a file more than once: save it first",
           input.path);
  }
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) fmt::print(stderr, "heddle cc: note: {}\n", visible(note));
}

int run(std::span<const std::string> arguments, const fs::path& executable) {
  if (answer_question(arguments)) return 0;
  Options options = read_options(arguments);
  print_notes(options.notes);
  print_notes(architecture_notes(options));
  require_inputs(options);
  require_outputs(options);
  Tools tools = find_tools(executable, options.host_compiler);
  std::vector<std::string> program = {options.output.empty() ? "./a.out" : options.output};
  if (program[0].find('/') == std::string::npos) program[0] = "./" + program[0];
  program.insert(program.end(), options.run_arguments.begin(), options.run_arguments.end());
  const bool run_it = options.run && options.goal == Goal::program && !options.dry_run;
  {
    Session session(std::move(options), std::move(tools));
    introduce(session);
    make(session);
  }
  if (run_it) become(program);
  return 0;
}

}  // namespace

int cc_main(std::span<const std::string> arguments, const fs::path& executable) {
  try {
    return run(arguments, executable);
  } catch (const CompilerFailed& failed) {
    return failed.status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "heddle cc: error: {}\n", visible(error.what()));
    return 1;
  }
}

}  // namespace heddle::cc
