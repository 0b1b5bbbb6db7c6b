#include <algorithm>
#include <array>

#include "cc/options/option_table.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

/// Adds a flag and its value as one argument, as in "-Dx". preprocess_apart() adds a flag and its
/// value as two arguments, as in "-isystem FOLDER".
void preprocess(Options& options, const char* flag, const std::string& value) {
  options.preprocessor.push_back(flag + value);
}
void preprocess_apart(Options& options, const char* flag, const std::string& value) {
  options.preprocessor.push_back(flag);
  options.preprocessor.push_back(value);
}

void set_standard(Options& options, const std::string& value) {
  constexpr std::array kKnown = {"c++03",   "c++11",   "c++14",   "c++17",   "c++20",   "c++23",
                                 "gnu++03", "gnu++11", "gnu++14", "gnu++17", "gnu++20", "gnu++23",
                                 "c++98",   "gnu++98", "c++0x",   "c++1y",   "c++2a"};
  if (std::find(kKnown.begin(), kKnown.end(), value) == kKnown.end()) {
    fail("-std={}: the standards are c++11, c++14, c++17, c++20", value);
  }
  options.standard = value;
}

void set_machine(Options&, const std::string& value) {
  if (value != "64") fail("-m{}: heddle's programs have 64 bits; give -m64", value);
}

void set_runtime(Options& options, const std::string& value) {
  if (value != "shared" && value != "static" && value != "none") {
    fail("-cudart={}: give shared, static or none (static links the shared library too)", value);
  }
  options.runtime = value == "none" ? "none" : "shared";
}

constexpr OptionRow kCompilerRows[] = {
    {"define-macro", "D", Value::joined,
     [](Options& o, const std::string& value) { preprocess(o, "-D", value); }},
    {"undefine-macro", "U", Value::joined,
     [](Options& o, const std::string& value) { preprocess(o, "-U", value); }},
    {"include-path", "I", Value::joined,
     [](Options& o, const std::string& value) { preprocess(o, "-I", value); }},
    {"system-include", "isystem", Value::one,
     [](Options& o, const std::string& value) { preprocess_apart(o, "-isystem", value); }},
    {"pre-include", "include", Value::one,
     [](Options& o, const std::string& value) { preprocess_apart(o, "-include", value); }},
    {"library-path", "L", Value::joined,
     [](Options& o, const std::string& value) { o.library_directories.push_back(value); }},
    {"library", "l", Value::joined,
     [](Options& o, const std::string& value) { o.inputs.push_back({value, true, false}); }},
    {"compiler-bindir", "ccbin", Value::one,
     [](Options& o, const std::string& value) { o.host_compiler = value; }},
    {"std", "std", Value::one, set_standard},
    {"machine", "m", Value::joined, set_machine},
    {"optimize", "O", Value::joined,
     [](Options& o, const std::string& value) { o.host_optimization = "-O" + value; }},
    {"debug", "g", Value::none, [](Options& o, const std::string&) { o.debug = true; }},
    {"profile", "pg", Value::none,
     [](Options& o, const std::string&) { o.host_flags.push_back("-pg"); }},
    {"shared", "shared", Value::none, [](Options& o, const std::string&) { o.shared = true; }},
    {"cudart", "cudart", Value::one, set_runtime},
    {"compiler-options", "Xcompiler", Value::list,
     [](Options& o, const std::string& value) { o.host_flags.push_back(value); }},
    {"linker-options", "Xlinker", Value::list,
     [](Options& o, const std::string& value) { o.linker_flags.push_back(value); }},
    {"disable-warnings", "w", Value::none,
     [](Options& o, const std::string&) { o.quiet_warnings = true; }},
    {"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", Value::none,
     [](Options& o, const std::string&) { o.forward_unknown = true; }},
    {"forward-unknown-to-host-linker", "forward-unknown-to-host-linker", Value::none,
     [](Options& o, const std::string&) { o.forward_unknown = true; }},
    {"forward-unknown-opts", "forward-unknown-opts", Value::none,
     [](Options& o, const std::string&) { o.forward_unknown = true; }},
    {"no-exceptions", "noeh", Value::none,
     [](Options& o, const std::string&) { o.host_flags.push_back("-fno-exceptions"); }},
    {"ftemplate-depth", "ftemplate-depth", Value::one,
     [](Options& o, const std::string& value) {
       o.host_flags.push_back("-ftemplate-depth=" + value);
     }},
};

}  // namespace

std::span<const OptionRow> compiler_rows() { return kCompilerRows; }

}  // namespace heddle::cc
