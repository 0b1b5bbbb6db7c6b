// Numbers of an SM's entities. An entity is what one issue slot issues: a warp, or on machines with
// narrow warps a part of a warp. The entities of one warp have consecutive numbers.
#pragma once

#include <bit>
#include <cstdint>

namespace heddle::model {

class EntityNames {
 public:
  /// `parts`: the number of parts of a warp, 1, 2, 4 or 8.
  explicit EntityNames(unsigned parts) : shift_(static_cast<unsigned>(std::countr_zero(parts))) {}

  unsigned parts() const { return 1u << shift_; }
  unsigned warp_of(unsigned entity) const { return entity >> shift_; }
  unsigned part_of(unsigned entity) const { return entity & (parts() - 1); }
  unsigned entity(unsigned warp, unsigned part) const { return warp << shift_ | part; }

 private:
  unsigned shift_;
};

}  // namespace heddle::model
