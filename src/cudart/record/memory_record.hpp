// The state of device memory for a recording: the allocations, the changes by a launch without
// capture, and the hash of each allocation at the end of the last captured launch.
//
// It is not known before the end of the program which captured launch is the last. Therefore a hash
// is taken after a captured launch, just before something else changes the allocation. The hash is
// dropped when another captured launch begins.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::cudart {

class MemoryRecord {
 public:
  explicit MemoryRecord(exec::MemoryImage& image) : image_(image) {}

  /// Returns the present allocations with their contents, and starts the record.
  std::vector<capture::Allocation> begin();
  void allocated(const exec::Allocation& allocation);
  void freed(Addr address);

  void captured_begins();
  void captured_ended();
  /// Call this before something other than a captured launch changes the allocation at `address`.
  /// `kept`: the change belongs to the capture even if no captured launch follows.
  void changing(Addr address, bool kept);

  /// Whether `address` is in device memory.
  bool on_device(Addr address) const;
  capture::Contents contents(const capture::Box& box) const;

  /// Call hold() before a launch without capture, and changes() after it. changes() returns what
  /// the launch has changed.
  void hold();
  std::vector<capture::Write> changes();

  std::vector<capture::FinalMemory> final_memory();

 private:
  struct Tracked {
    exec::Allocation facts;
    std::vector<std::uint8_t> before;  ///< bytes of the allocation when they were last read
    bool before_holds = false;         ///< whether `before` has the present bytes
    bool is_late = false;              ///< whether it was allocated after the last captured launch
    std::optional<std::uint64_t> hash;
  };
  bool is_after_launches() const { return running_ == 0; }
  std::uint8_t* bytes_of(const Tracked& tracked) const;
  Tracked* find(Addr address);
  void take_hash(Tracked& tracked);
  capture::FinalMemory final_of(Tracked& tracked);
  void add_changes(Tracked& tracked, std::vector<capture::Write>& writes);

  exec::MemoryImage& image_;
  std::map<Addr, Tracked> tracked_;
  std::vector<capture::FinalMemory> gone_;  ///< allocations freed after the last captured launch
  unsigned running_ = 0;                    ///< number of captured launches that are running
};

}  // namespace heddle::cudart
