// Tables of events inside launches, in the run folder. blocks.csv has one row per stay of a block
// on an SM, warps.csv one per warp, policy_notes.csv one per note of a policy on a decision. Rows
// are ordered by launch, then SM, then time. Cycles count from the beginning of the launch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/output_file.hpp"
#include "heddle/gpu/gpu.hpp"
#include "heddle/observe/block_record.hpp"
#include "heddle/observe/policy_notes.hpp"
#include "heddle/observe/warp_record.hpp"
#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

inline constexpr const char* kBlocksFile = "blocks.csv";
inline constexpr const char* kWarpsFile = "warps.csv";
inline constexpr const char* kPolicyNotesFile = "policy_notes.csv";

class LaunchTables {
 public:
  /// Attaches listeners to all SMs of the GPU for a table in the file.
  void record_blocks(gpu::Gpu& gpu, std::uint32_t sms, const std::filesystem::path& file);
  void record_warps(gpu::Gpu& gpu, std::uint32_t sms, const std::filesystem::path& file);
  void record_notes(gpu::Gpu& gpu, std::uint32_t sms, const std::filesystem::path& file);

  /// A timed launch has ended or was cut off.
  void ended(const LaunchRecord& record);
  /// Writes the rows of the launches before `first`, all of which have ended.
  void write(std::uint64_t first);
  void close();

 private:
  struct Table {
    OutputFile file;
    std::map<std::uint64_t, std::string> rows;  ///< by launch, not yet written

    void open(const std::filesystem::path& path, std::string_view heading);
    void write(std::uint64_t first);
  };

  void add_blocks(const LaunchRecord& record, const std::string& kernel);
  void add_warps(const LaunchRecord& record, const std::string& kernel);
  void add_notes(const LaunchRecord& record);

  std::vector<std::unique_ptr<observe::BlockRecord>> blocks_;  ///< by SM; empty: no such table
  std::vector<std::unique_ptr<observe::WarpRecord>> warps_;    ///< likewise
  std::vector<std::unique_ptr<observe::PolicyNotes>> notes_;   ///< likewise
  Table block_table_, warp_table_, note_table_;
};

}  // namespace heddle::sim
