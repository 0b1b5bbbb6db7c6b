// The TOML file of a sweep: which workloads and programs run on which machines with which settings,
// and what a run may take. docs/guide/sweeps.md is the format's description.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "study/plan/command_lines.hpp"

namespace heddle::study {

/// The axis of settings that name none.
inline constexpr const char* kDefaultAxis = "setting";

/// Further settings of a choice where it is combined with some choices of other axes.
struct SettingsBeside {
  std::vector<std::string> choices;      ///< names or patterns
  std::vector<std::string> assignments;  ///< "key=value"
  std::string place;                     ///< "file:line"
};

/// A choice on an axis: settings with a name.
struct SettingGroup {
  std::string axis, name;
  std::vector<std::string> assignments;  ///< "key=value"
  std::vector<SettingsBeside> beside;
  std::string profile;  ///< size of an earlier run whose loads.csv stands in place of {profile}
  std::string place;    ///< "file:line"
};

/// A program of the user's own.
struct SweepProgram {
  std::string name;
  std::filesystem::path file;        ///< absolute
  std::vector<std::string> options;  ///< of a kernel in a .ptx file
  std::vector<std::string> arguments;
  std::vector<std::filesystem::path> inputs;  ///< files whose content matters; absolute
};

/// Launches of a program, as a program that shares the GPU with others (docs/guide/captures.md).
struct SweepCapture {
  std::string name;
  std::string workload;                                ///< whose launches, or ""
  std::filesystem::path file;                          ///< a capture that is there, absolute; or ""
  std::vector<std::string> options;                    ///< of `heddle run`: --kernels and the like
  std::map<std::string, std::string> sized_arguments;  ///< by size, instead of the workload's
  std::string place;
};

/// Everything in it is combined with everything.
struct SweepMatrix {
  std::string paper;                   ///< study, or ""
  std::vector<std::string> workloads;  ///< names or patterns; of a paper, none are all of its own
  std::vector<std::string> programs;   ///< names
  std::vector<std::string> machines;   ///< none: the paper's
  std::vector<std::string> sizes;
  std::vector<std::string> arguments;  ///< of the workloads, one run each, instead of sizes
  std::map<std::string, std::string> sized_arguments;  ///< by size, instead of the workload's
  std::vector<std::string> together;  ///< names of captures that share the GPU, with blanks between
  std::map<std::string, std::vector<std::string>> sized_together;  ///< by size, instead of together
  std::vector<std::string> options;                                ///< of `heddle corun`
  std::map<std::string, std::string> sized_options;                ///< by size, further ones
  std::vector<std::string> registers;                              ///< "own", "published"
  std::vector<std::string> settings;                               ///< names of groups
  std::string place;
};

/// What a run may take.
struct RunBounds {
  double seconds = 0;       ///< 0: any
  std::uint64_t bytes = 0;  ///< 0: any
};

struct SweepFile {
  std::filesystem::path file;  ///< absolute
  RunBounds bounds;
  unsigned threads = 1;          ///< host threads of a run
  std::vector<std::string> set;  ///< settings of every run
  std::vector<SettingGroup> groups;
  std::vector<SweepProgram> programs;
  std::vector<SweepCapture> captures;
  std::vector<SweepMatrix> matrices;
};

/// Throws Error with file and line.
SweepFile read_sweep_file(const std::filesystem::path& file, const CommandLines& lines);

}  // namespace heddle::study
