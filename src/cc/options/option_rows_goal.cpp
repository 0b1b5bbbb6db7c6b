#include "cc/options/option_table.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

void set_goal(Options& options, Goal goal) {
  if (options.goal != Goal::program && options.goal != goal) {
    fail(
        "two options say how far to compile: give one of -c, -dc, -ptx, -fatbin, -E, -M, -dlink, "
        "-lib");
  }
  options.goal = goal;
}

void want_dependencies(Options& options, bool system_headers) {
  options.dependencies.wanted = true;
  options.dependencies.system_headers = system_headers;
}

constexpr OptionRow kGoalRows[] = {
    {"compile", "c", Value::none,
     [](Options& o, const std::string&) { set_goal(o, Goal::object); }},
    {"link", "link", Value::none,
     [](Options& o, const std::string&) { set_goal(o, Goal::program); }},
    {"ptx", "ptx", Value::none, [](Options& o, const std::string&) { set_goal(o, Goal::ptx); }},
    {"fatbin", "fatbin", Value::none,
     [](Options& o, const std::string&) { set_goal(o, Goal::fat_binary); }},
    {"preprocess", "E", Value::none,
     [](Options& o, const std::string&) { set_goal(o, Goal::preprocessed); }},
    {"cuda", "cuda", Value::none,
     [](Options& o, const std::string&) {
       set_goal(o, Goal::host_text);
       o.notes.push_back("-cuda: the .cu.cpp.ii holds the preprocessed host side only");
     }},
    {"lib", "lib", Value::none, [](Options& o, const std::string&) { set_goal(o, Goal::archive); }},
    {"device-link", "dlink", Value::none,
     [](Options& o, const std::string&) { set_goal(o, Goal::device_object); }},
    {"device-c", "dc", Value::none,
     [](Options& o, const std::string&) {
       set_goal(o, Goal::object);
       o.relocatable = true;
     }},
    {"device-w", "dw", Value::none,
     [](Options& o, const std::string&) { set_goal(o, Goal::object); }},
    {"run", "run", Value::none, [](Options& o, const std::string&) { o.run = true; }},
    {"run-args", "run-args", Value::list,
     [](Options& o, const std::string& value) { o.run_arguments.push_back(value); }},
    {"output-file", "o", Value::joined,
     [](Options& o, const std::string& value) { o.output = value; }},
    {"output-directory", "odir", Value::one,
     [](Options& o, const std::string& value) { o.output_directory = value; }},
    {"x", "x", Value::joined,
     [](Options& o, const std::string& value) {
       if (value != "cu" && value != "c" && value != "c++") {
         fail("-x {}: the languages are cu, c++ and c", value);
       }
       o.language = value;
     }},
    {"generate-dependencies", "M", Value::none,
     [](Options& o, const std::string&) { set_goal(o, Goal::dependencies); }},
    {"generate-nonsystem-dependencies", "MM", Value::none,
     [](Options& o, const std::string&) {
       set_goal(o, Goal::dependencies);
       o.dependencies.system_headers = false;
     }},
    {"generate-dependencies-with-compile", "MD", Value::none,
     [](Options& o, const std::string&) { want_dependencies(o, true); }},
    {"generate-nonsystem-dependencies-with-compile", "MMD", Value::none,
     [](Options& o, const std::string&) { want_dependencies(o, false); }},
    {"dependency-output", "MF", Value::one,
     [](Options& o, const std::string& value) { o.dependencies.file = value; }},
    {"generate-dependency-targets", "MP", Value::none,
     [](Options& o, const std::string&) { o.dependencies.phony_targets = true; }},
    {"dependency-target-name", "MT", Value::one,
     [](Options& o, const std::string& value) { o.dependencies.targets.push_back(value); }},
    {"dryrun", "dryrun", Value::none, [](Options& o, const std::string&) { o.dry_run = true; }},
    {"verbose", "v", Value::none, [](Options& o, const std::string&) { o.verbose = true; }},
    {"keep", "keep", Value::none, [](Options& o, const std::string&) { o.keep = true; }},
    {"save-temps", "save-temps", Value::none,
     [](Options& o, const std::string&) { o.keep = true; }},
    {"keep-dir", "keep-dir", Value::one,
     [](Options& o, const std::string& value) { o.keep_directory = value; }},
    {"save-temps-dir", "", Value::one,
     [](Options& o, const std::string& value) { o.keep_directory = value; }},
};

}  // namespace

std::span<const OptionRow> goal_rows() { return kGoalRows; }

}  // namespace heddle::cc
