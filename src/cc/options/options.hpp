// The command line of `heddle cc`, read: what to make, of which files, with which flags for which
// of the compilers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::cc {

/// How far to go.
enum class Goal {
  program,        ///< or a shared library
  object,         ///< -c
  device_object,  ///< -dlink: the object that registers the linked device code
  archive,        ///< -lib
  ptx,            ///< -ptx
  fat_binary,     ///< -fatbin
  preprocessed,   ///< -E
  host_text,      ///< -cuda: the same, to .cu.cpp.ii
  dependencies,   ///< -M, -MM
  nothing         ///< answered while reading (--version, --help)
};

/// What to do besides with the files that were included.
struct DependencyFile {
  bool wanted = false;               ///< -MD, -MMD
  bool system_headers = true;        ///< not with -MM, -MMD
  bool phony_targets = false;        ///< -MP
  std::string file;                  ///< -MF
  std::vector<std::string> targets;  ///< -MT
};

/// How single-precision device arithmetic may deviate from IEEE 754.
struct DeviceArithmetic {
  bool flush_denormals = false;  ///< -ftz=true
  bool precise_division = true;  ///< -prec-div
  bool precise_root = true;      ///< -prec-sqrt
  bool fuse = true;              ///< -fmad
  bool fast = false;             ///< --use_fast_math
};

/// An input or a library, in the command line's order.
struct Input {
  std::string path;  ///< or the library's name
  bool is_library = false;
  bool as_cuda = false;  ///< -x cu
};

struct Options {
  Goal goal = Goal::program;
  std::vector<Input> inputs;
  std::string output;            ///< -o
  std::string output_directory;  ///< -odir
  std::string language;          ///< -x: "cu", "c", "c++" or empty
  std::string host_compiler;     ///< -ccbin
  std::string standard;          ///< -std, as given
  std::string host_optimization = "-O2";
  std::string runtime = "shared";  ///< -cudart
  bool debug = false;              ///< -g
  bool device_lines = false;       ///< -lineinfo, -G
  bool shared = false;
  bool relocatable = false;  ///< -rdc=true, -dc
  bool dry_run = false;
  bool verbose = false;
  bool keep = false;
  std::string keep_directory;
  bool run = false;
  bool quiet_warnings = false;       ///< -w
  bool forward_unknown = false;      ///< -forward-unknown-to-host-compiler
  unsigned max_registers = 0;        ///< -maxrregcount
  unsigned asked_architecture = 75;  ///< the least that was asked for; only reported
  DeviceArithmetic arithmetic;
  DependencyFile dependencies;
  std::vector<std::string> preprocessor;  ///< -D, -U, -I, -isystem, -include
  std::vector<std::string> host_flags;    ///< -Xcompiler and what is forwarded
  std::vector<std::string> linker_flags;  ///< -Xlinker, for the linker itself
  std::vector<std::string> library_directories;
  std::vector<std::string> run_arguments;
  std::vector<std::string> notes;  ///< what was ignored and why
};

/// Reads a command line; `--options-file` is followed. Throws Error.
Options read_options(std::span<const std::string> arguments);

}  // namespace heddle::cc
