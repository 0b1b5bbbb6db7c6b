// Where in an SM's register file and shared memory blocks lie, where each block has one piece of
// either.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::model {

/// A piece of a space.
struct Extent {
  std::uint64_t first = 0, size = 0;

  std::uint64_t end() const { return first + size; }
  bool operator==(const Extent&) const = default;
};

/// A space of which pieces are taken.
class Space {
 public:
  explicit Space(std::uint64_t size) : size_(size) {}

  std::uint64_t size() const { return size_; }
  /// From the lowest on; none is empty.
  const std::vector<Extent>& taken() const { return taken_; }

  /// The lowest free piece of this size; an empty one lies anywhere. Nothing: there is none.
  std::optional<Extent> first_fit(std::uint64_t size) const;
  std::uint64_t largest_gap() const;
  /// How many pieces of this size, which is not 0, are free.
  std::uint64_t room_for(std::uint64_t size) const;
  /// Throws an internal Error for a piece that is not wholly free.
  void take(const Extent& piece);
  /// Throws an internal Error for a piece that was not taken as it is.
  void give_back(const Extent& piece);

 private:
  /// Calls visit(gap) from the lowest free piece to the highest, until one returns true.
  template <typename Visit>
  void find_gap(Visit&& visit) const;

  std::uint64_t size_;
  std::vector<Extent> taken_;
};

/// The piece of a block in either space: registers, and bytes of shared memory.
struct BlockPlace {
  Extent registers, shared;
  bool operator==(const BlockPlace&) const = default;
};

/// The spaces of an SM.
struct SmSpaces {
  Space registers, shared;  ///< registers; bytes

  void take(const BlockPlace& place) {
    registers.take(place.registers);
    shared.take(place.shared);
  }
  void give_back(const BlockPlace& place) {
    registers.give_back(place.registers);
    shared.give_back(place.shared);
  }
};

/// Blocks of a kernel that are to come to an SM.
struct IncomingBlocks {
  std::uint64_t registers = 0, shared_bytes = 0;  ///< that each takes
  std::uint64_t blocks = 0;                       ///< how many are to be there at a time
};

}  // namespace heddle::model
