// The catalogue of workloads: the programs of workloads/, the benchmarks that they stand for, their
// sizes, and the values in the studies' tables for their kernels. workloads/README.md describes the
// format.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

inline constexpr std::array<std::string_view, 3> kSizes = {"tiny", "small", "paper"};

/// A publication. Workloads of heddle stand for the benchmarks that the publication measures.
struct Study {
  std::string name;  ///< key in papers.toml
  std::string title;
  std::string machine;  ///< machine of heddle that models the study's GPU
};

/// The row of a study's table for a kernel. A number that the table does not state is nullopt.
struct StudyKernel {
  std::string kernel;  ///< function of the program
  std::string label;   ///< name in the study, or ""
  std::string source;  ///< table of the study
  std::optional<std::uint64_t> blocks, threads, warps, registers, shared, blocks_per_sm;
  std::vector<std::string> limit;  ///< resources that limit the number of blocks on an SM
  std::string class_name;          ///< class in the study, or ""
  std::string note;                ///< why heddle's measurement differs, or ""
  std::string place;               ///< place in the manifest: "file:line"
};

/// The use of a workload by a study.
struct StudyUse {
  std::string study;
  std::string label;       ///< name of the benchmark in the study
  std::string class_name;  ///< class in the study, or ""
  std::string note;        ///< why heddle's measurement differs, or ""
  /// The study's own arguments; key: size. Sizes for which the study uses the workload's arguments
  /// are left out.
  std::map<std::string, std::string> sizes;
  std::vector<StudyKernel> kernels;

  /// The class of the kernel, or of the benchmark if the kernel has none. `kernel` is null if the
  /// study does not name the kernel.
  const std::string& class_of(const StudyKernel* kernel) const;
};

/// What a program needs beyond what every machine has. 0 or "": nothing.
struct Needs {
  unsigned architecture = 0;       ///< of `heddle cc -arch=sm_80`: 80
  std::string matrix;              ///< elements whose products the matrix unit computes: "f16"
  std::uint64_t shared_bytes = 0;  ///< of a block
  std::uint64_t registers = 0;     ///< of a thread
  std::string machine;             ///< a machine of heddle that has all of these

  /// A value that a parameter of the machine must have at least.
  struct Least {
    std::string key;  ///< "device.compute_capability"
    double value = 0;
  };
  std::vector<Least> least() const;
  /// The most important of it, as in "sm_80, f16".
  std::string label() const;
  /// All of it, as in "compute capability 8.0, a matrix unit for f16, 240 registers a thread".
  std::string text() const;
};

struct Workload {
  std::string name;
  std::filesystem::path source;  ///< the .cu file
  std::string title, stands_for;
  std::map<std::string, std::string> sizes;  ///< arguments; key: size
  std::optional<Needs> needs;                ///< none: it runs on every machine
  std::vector<StudyUse> studies;

  const StudyUse* find_study(std::string_view study) const;
  /// The arguments for a size: those of the study if the study states arguments for this size, else
  /// those of the workload. `study` may be "".
  std::string arguments(const std::string& size, const std::string& study) const;
};

struct Catalogue {
  std::filesystem::path folder;
  std::vector<Study> studies;       ///< in the order of papers.toml
  std::vector<Workload> workloads;  ///< in the order of their names

  const Workload* find_workload(std::string_view name) const;  ///< null: there is none
  const Workload& workload(const std::string& name) const;     ///< throws Error if there is none
  const Study& study(const std::string& name) const;           ///< throws Error if there is none
};

/// Reads papers.toml and all manifests below `folder`. Throws Error for a mistake in these files.
Catalogue read_catalogue(const std::filesystem::path& folder);

}  // namespace heddle::study
