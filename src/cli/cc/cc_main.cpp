#include "cli/cc/cc_main.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/cc/compile.hpp"
#include "cli/cc/introduction.hpp"
#include "cli/cc/link.hpp"
#include "cli/cc/process.hpp"
#include "cli/cc/session.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cli {
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

/// What one file becomes where no -o says so.
std::string own_output(const Options& options, const Input& input, const char* extension) {
  return in_output_folder(options, stem_of(input.path) + extension);
}

using MakeOne = void (*)(Session&, const Input&, const std::string&);

/// A goal that treats each file by itself: who makes it, and the extension (none: standard output).
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

void make_each(Session& session, const SingleGoal& goal) {
  const Options& options = session.options();
  const auto sources = std::count_if(options.inputs.begin(), options.inputs.end(), is_source);
  if (sources == 0) fail("no source file to compile; give a .cu, .cpp or .c file");
  if (sources > 1 && !options.output.empty() && *goal.extension != 0) {
    fail("-o {} with {} source files: give one file, or no -o", options.output, sources);
  }
  for (const Input& input : options.inputs) {
    if (!is_source(input)) continue;
    const bool named = !options.output.empty();
    goal.make(session, input,
              named || *goal.extension == 0 ? options.output
                                            : own_output(options, input, goal.extension));
  }
}

/// Sources become objects; the rest stays.
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
  const auto output = [&](const char* name) {
    return options.output.empty() ? in_output_folder(options, name) : options.output;
  };
  if (options.goal == Goal::device_object) return link_device(session, items, output("a_dlink.o"));
  if (options.goal == Goal::archive) return make_archive(session, items, output("a.a"));
  link_program(session, items, output(options.shared ? "a.so" : "a.out"));
}

void make(Session& session) {
  for (const SingleGoal& goal : kSingleGoals) {
    if (goal.goal == session.options().goal) return make_each(session, goal);
  }
  make_together(session);
}

void require_inputs(const Options& options) {
  for (const Input& input : options.inputs) {
    const bool asked_of_a_build_system = options.verbose && options.inputs.size() == 1;
    if (!input.is_library && !asked_of_a_build_system && !fs::exists(input.path)) {
      fail("{}: no such file", input.path);
    }
  }
}

int run(std::span<const std::string> arguments, const fs::path& executable) {
  if (answer_question(arguments)) return 0;
  Options options = read_options(arguments);
  for (const std::string& note : options.notes) fmt::print(stderr, "heddle cc: note: {}\n", note);
  require_inputs(options);
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
    fmt::print(stderr, "heddle cc: error: {}\n", error.what());
    return 1;
  }
}

}  // namespace heddle::cli
