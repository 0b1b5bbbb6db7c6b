// The TOML file of a sweep: workloads and programs, machines, settings, and bounds on the time and
// memory of a run. docs/guide/sweeps.md describes the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/plan/command_lines.hpp"

namespace heddle::study {

/// The axis of settings that do not name an axis.
inline constexpr const char* kDefaultAxis = "setting";

/// Further settings of a choice that apply only beside certain choices of other axes.
struct SettingsBeside {
  std::vector<std::string> choices;      ///< names or patterns of these choices
  std::vector<std::string> assignments;  ///< "key=value"
  std::string place;                     ///< "file:line"
};

/// An earlier run of the same workload, which writes a file that settings of the sweep read.
struct ProfileRun {
  std::string size;                      ///< size of the workload in the earlier run
  std::vector<std::string> assignments;  ///< "key=value", in place of those of the setting
  std::string file;  ///< name in the earlier run's output folder; replaces {profile}
};

/// A choice on an axis: a group of settings with a name.
struct SettingGroup {
  std::string axis, name;
  std::vector<std::string> assignments;  ///< "key=value"
  std::vector<SettingsBeside> beside;
  std::optional<ProfileRun> profile;
  std::string place;  ///< "file:line"
};

/// A program of the user.
struct SweepProgram {
  std::string name;
  std::filesystem::path file;        ///< absolute
  std::vector<std::string> options;  ///< options for a kernel in a .ptx file
  std::vector<std::string> arguments;
  std::vector<std::filesystem::path> inputs;  ///< absolute paths of input files
  /// Folder in which the program runs, an absolute path; "": the folder of the sweep's file.
  std::filesystem::path folder = {};
  /// Whether an exit code other than 0 is no failure. Some programs return a measured number.
  bool any_exit_code = false;
};

/// A capture, which can share the GPU with other captures (docs/guide/captures.md).
struct SweepCapture {
  std::string name;
  std::string workload;              ///< workload whose launches are captured, or ""
  std::filesystem::path file;        ///< absolute path of an existing capture, or ""
  std::vector<std::string> options;  ///< options of `heddle run`, such as --kernels
  /// The arguments for each size, in place of the workload's.
  std::map<std::string, std::string> sized_arguments;
  std::string place;  ///< "file:line"
};

/// A matrix of runs. Each value on an axis is combined with all values on the other axes.
struct SweepMatrix {
  std::string paper;  ///< name of a study, or ""
  /// Names or patterns. If the list is empty and the matrix has a paper, all workloads of the paper
  /// run.
  std::vector<std::string> workloads;
  std::vector<std::string> programs;  ///< names of programs
  std::vector<std::string> machines;  ///< none: the paper's machine
  std::vector<std::string> sizes;
  /// Arguments of the workloads in place of sizes. Each text makes a run.
  std::vector<std::string> arguments;
  /// The arguments for each size, in place of the workload's.
  std::map<std::string, std::string> sized_arguments;
  /// Groups of captures that share the GPU; a text has the names of a group, separated by blanks.
  std::vector<std::string> together;
  /// The groups of captures for each size, in place of `together`.
  std::map<std::string, std::vector<std::string>> sized_together;
  std::vector<std::string> options;                  ///< options of `heddle corun`
  std::map<std::string, std::string> sized_options;  ///< further options for each size
  std::vector<std::string> registers;                ///< "own", "published"
  std::vector<std::string> settings;                 ///< names of groups
  std::string place;                                 ///< "file:line"
};

/// Bounds on a run.
struct RunBounds {
  double seconds = 0;       ///< time on the host; 0: no bound
  std::uint64_t bytes = 0;  ///< memory on the host; 0: no bound
};

struct SweepFile {
  std::filesystem::path file;  ///< absolute
  RunBounds bounds;
  unsigned threads = 1;          ///< host threads of a run
  std::vector<std::string> set;  ///< settings of all runs, also those of policy libraries
  std::vector<SettingGroup> groups;
  std::vector<SweepProgram> programs;
  std::vector<SweepCapture> captures;
  std::vector<SweepMatrix> matrices;
};

/// Reads the file. Throws Error with the file and the line of a mistake.
SweepFile read_sweep_file(const std::filesystem::path& file, const CommandLines& lines);

}  // namespace heddle::study
