// The contents of a command line of `heddle cc`: what to make from which files, and the flags of
// each compiler.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::cc {

/// How far to compile.
enum class Goal {
  program,        ///< or a shared library
  object,         ///< -c
  device_object,  ///< -dlink: the object that registers the linked device code
  archive,        ///< -lib
  ptx,            ///< -ptx
  fat_binary,     ///< -fatbin
  preprocessed,   ///< -E
  host_text,      ///< -cuda: the same as -E, but written to a file .cu.cpp.ii
  dependencies,   ///< -M, -MM
  nothing         ///< no files to make; no option sets this goal
};

/// The make rule that lists the included files. The rule is written in addition to the output.
struct DependencyFile {
  bool wanted = false;         ///< -MD, -MMD
  bool system_headers = true;  ///< whether headers of the system are listed; false with -MM, -MMD
  bool phony_targets = false;  ///< -MP
  std::string file;            ///< -MF
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

/// An input file or a library, in the order of the command line.
struct Input {
  std::string path;  ///< or the name of the library
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
  bool quiet_warnings = false;   ///< -w
  bool forward_unknown = false;  ///< -forward-unknown-to-host-compiler and the like
  unsigned max_registers = 0;    ///< -maxrregcount
  /// Architectures of -arch and -gencode as they were asked for, 80 for sm_80 and compute_80.
  std::vector<unsigned> asked_architectures;
  std::vector<std::string> architecture_groups;  ///< -arch=all, all-major, native
  DeviceArithmetic arithmetic;
  DependencyFile dependencies;
  std::vector<std::string> preprocessor;  ///< -D, -U, -I, -isystem, -include
  std::vector<std::string> host_flags;  ///< -Xcompiler, and options passed on to the host compiler
  std::vector<std::string> linker_flags;  ///< -Xlinker: flags for the linker itself
  std::vector<std::string> library_directories;
  std::vector<std::string> run_arguments;
  std::vector<std::string> notes;  ///< options that are ignored, and why
};

/// Defined: stream 0 is the stream of the calling thread (-default-stream per-thread).
inline constexpr const char* kPerThreadMacro = "CUDA_API_PER_THREAD_DEFAULT_STREAM";

/// Reads a command line, and the files that `--options-file` names. Throws Error for a wrong
/// option.
Options read_options(std::span<const std::string> arguments);

}  // namespace heddle::cc
