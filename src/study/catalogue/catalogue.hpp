// The suite of workloads as data: the programs of workloads/, what each stands for, its sizes, and
// what the studies' tables say of its kernels (workloads/README.md is the format's description).
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

/// A publication whose benchmarks the workloads stand for.
struct Study {
  std::string name;  ///< its key in papers.toml
  std::string title;
  std::string machine;  ///< heddle's machine with its GPU
};

/// What a study's table says of a kernel; values that it does not state are none.
struct StudyKernel {
  std::string kernel;  ///< the program's function
  std::string label;   ///< the study's name of it, or ""
  std::string source;  ///< the table
  std::optional<std::uint64_t> blocks, threads, warps, registers, shared, blocks_per_sm;
  std::vector<std::string> limit;  ///< resources that bound the blocks of an SM
  std::string class_name;          ///< or ""
  std::string note;                ///< why what heddle measures differs, or ""
  std::string place;               ///< "file:line"
};

/// A study's use of a workload.
struct StudyUse {
  std::string study;
  std::string label;                         ///< the benchmark's name there
  std::string class_name;                    ///< or ""
  std::string note;                          ///< why what heddle measures differs, or ""
  std::map<std::string, std::string> sizes;  ///< arguments, where they differ from the workload's
  std::vector<StudyKernel> kernels;

  /// That of the kernel, else of the benchmark; null: of no kernel that the study names.
  const std::string& class_of(const StudyKernel* kernel) const;
};

struct Workload {
  std::string name;
  std::filesystem::path source;  ///< its .cu
  std::string title, stands_for;
  std::map<std::string, std::string> sizes;  ///< arguments by name of the size
  std::vector<StudyUse> studies;

  const StudyUse* find_study(std::string_view study) const;
  /// Arguments of a size, of the study's shape if `study` is not "".
  std::string arguments(const std::string& size, const std::string& study) const;
};

struct Catalogue {
  std::filesystem::path folder;
  std::vector<Study> studies;       ///< in the order of papers.toml
  std::vector<Workload> workloads;  ///< by name

  const Workload* find_workload(std::string_view name) const;  ///< or null
  const Workload& workload(const std::string& name) const;     ///< throws Error: "did you mean"
  const Study& study(const std::string& name) const;           ///< likewise
};

/// Reads papers.toml and every manifest below `folder`. Throws Error for what is wrong in them.
Catalogue read_catalogue(const std::filesystem::path& folder);

}  // namespace heddle::study
