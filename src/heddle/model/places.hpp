// Positions of blocks in an SM's register file and shared memory, for machines on which a block
// occupies one contiguous piece of each.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::model {

/// A contiguous piece of a space.
struct Extent {
  std::uint64_t first = 0, size = 0;

  std::uint64_t end() const { return first + size; }
  bool operator==(const Extent&) const = default;
};

/// A space from which pieces are taken.
class Space {
 public:
  explicit Space(std::uint64_t size) : size_(size) {}

  std::uint64_t size() const { return size_; }
  /// The taken pieces, lowest first. None is empty.
  const std::vector<Extent>& taken() const { return taken_; }

  /// The lowest free piece of this size; nothing if there is none. An empty piece fits anywhere.
  std::optional<Extent> first_fit(std::uint64_t size) const;
  std::uint64_t largest_gap() const;
  /// Returns how many pieces of this size fit into the free pieces. `size` is not 0.
  std::uint64_t room_for(std::uint64_t size) const;
  /// Throws an internal Error if the piece is not wholly free.
  void take(const Extent& piece);
  /// Throws an internal Error if no taken piece equals `piece`.
  void give_back(const Extent& piece);

 private:
  /// Calls visit(gap) for the free pieces, lowest first, until a call returns true.
  template <typename Visit>
  void find_gap(Visit&& visit) const;

  std::uint64_t size_;
  std::vector<Extent> taken_;
};

/// A block's pieces: of the register file (in registers) and of shared memory (in bytes).
struct BlockPlace {
  Extent registers, shared;
  bool operator==(const BlockPlace&) const = default;
};

/// The spaces of an SM.
struct SmSpaces {
  Space registers, shared;  ///< registers: in registers; shared: in bytes

  void take(const BlockPlace& place) {
    registers.take(place.registers);
    shared.take(place.shared);
  }
  void give_back(const BlockPlace& place) {
    registers.give_back(place.registers);
    shared.give_back(place.shared);
  }
};

/// Blocks of one kernel that will come to an SM.
struct IncomingBlocks {
  std::uint64_t registers = 0, shared_bytes = 0;  ///< per block
  std::uint64_t blocks = 0;                       ///< number of blocks resident at a time
};

}  // namespace heddle::model
