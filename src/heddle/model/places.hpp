// Positions of blocks in an SM's register file and shared memory, for machines on which a block
// occupies one contiguous piece of the register file and one of shared memory.
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

/// A register file or a shared memory, from which pieces are taken.
class Space {
 public:
  explicit Space(std::uint64_t size) : size_(size) {}

  std::uint64_t size() const { return size_; }
  /// Returns the taken pieces, lowest address first. No piece is empty.
  const std::vector<Extent>& taken() const { return taken_; }

  /// Returns the lowest free piece of this size, or nothing if there is none. A piece of size 0
  /// always fits.
  std::optional<Extent> first_fit(std::uint64_t size) const;
  std::uint64_t largest_gap() const;
  /// Returns how many pieces of this size fit into the free pieces. `size` must not be 0.
  std::uint64_t room_for(std::uint64_t size) const;
  /// Takes the piece. Throws an internal Error if any part of it is already taken.
  void take(const Extent& piece);
  /// Frees the piece. Throws an internal Error if no taken piece equals `piece`.
  void give_back(const Extent& piece);

 private:
  /// Calls visit(gap) for each free piece, lowest address first, until a call returns true.
  template <typename Visit>
  void find_gap(Visit&& visit) const;

  std::uint64_t size_;
  std::vector<Extent> taken_;
};

/// A block's piece of the register file, in registers, and its piece of shared memory, in bytes.
struct BlockPlace {
  Extent registers, shared;
  bool operator==(const BlockPlace&) const = default;
};

/// The register file and the shared memory of an SM.
struct SmSpaces {
  Space registers, shared;  ///< unit of `registers`: registers; unit of `shared`: bytes

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
  std::uint64_t blocks = 0;  ///< number of these blocks that are resident at a time
};

}  // namespace heddle::model
