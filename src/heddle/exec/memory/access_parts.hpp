// Divides an access into parts that each lie in one place: first by state space, then in global
// memory by allocation. Most accesses are one part. The division also checks alignment and bounds,
// so the code that moves the values does not check them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heddle/exec/memory/transfer.hpp"
#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// The kind of access, and the word for it in messages.
struct AccessIntent {
  AccessKind kind = AccessKind::load;
  std::string_view verb;
};

/// Fills in the access as the instruction's modifiers describe it. `bytes` is the size of a lane's
/// access.
void describe_access(const isa::Modifiers& modifiers, unsigned bytes, AccessKind kind,
                     MemoryAccess& access);

class AccessParts {
 public:
  /// Fills in the step's MemoryAccess. `bytes` is the size of a lane's access. Throws
  /// ExecutionFault.
  AccessParts(StepContext& context, unsigned bytes, AccessIntent intent);
  /// Like above, for another access than the step's. `access` already has the address of each lane,
  /// which lies in `space`.
  AccessParts(StepContext& context, MemoryAccess& access, isa::Space space, unsigned bytes,
              AccessIntent intent);

  /// Moves to the next part. Returns false if there is no further part. Throws ExecutionFault.
  bool next();
  /// State space of the current part: global, shared, local, constant or param.
  isa::Space space() const { return space_; }
  /// Lanes of the current part. In local space, the member `range` is not set.
  const TransferLanes& lanes() const { return lanes_; }
  bool in_image() const { return space_ == isa::Space::global || space_ == isa::Space::constant; }

 private:
  static constexpr unsigned kSpaces = 6;

  /// Describes the access, and checks the alignment of the summarised addresses.
  void begin();
  LaneMask& left(isa::Space space) { return left_[static_cast<unsigned>(space)]; }
  void resolve_generic();
  bool resolve_window(isa::Space space, Addr window, std::uint64_t bytes);
  void note_spaces();
  void take(LaneMask mask);
  void place_in_image();
  void place_in(std::uint64_t size, const std::uint8_t* data);
  void place_in_cluster();
  void place_in_parameters();
  void refuse_lanes_outside(std::uint64_t size) const;
  void check_alignment(Addr any_bit) const;
  [[noreturn]] void out_of_bounds(unsigned lane) const;
  [[noreturn]] void outside_space(unsigned lane, std::uint64_t size) const;

  StepContext& context_;
  MemoryAccess& access_;
  unsigned bytes_;
  AccessIntent intent_;
  isa::Space space_ = isa::Space::global;
  std::array<LaneMask, kSpaces> left_{};  ///< by space: lanes that no part has contained yet
  TransferLanes lanes_;
};

}  // namespace heddle::exec
