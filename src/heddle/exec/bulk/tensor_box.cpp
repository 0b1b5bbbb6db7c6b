#include "heddle/exec/bulk/tensor_box.hpp"

#include <algorithm>

namespace heddle::exec {

TensorBox::TensorBox(const isa::TensorMap& map, const TensorCoordinates& at,
                     const std::array<std::uint16_t, 3>& offsets)
    : map_(map), is_im2col_(map.mode == isa::TensorMode::im2col), first_(at) {
  const unsigned rank = map.rank;
  const unsigned element = isa::bytes_of(map.element);
  if (is_im2col_) {
    row_bytes_ = map.channels * element;
    rows_ = map.pixels;
    for (unsigned i = 1; i + 1 < rank; ++i) {
      begin_[i] = map.lower[i - 1];
      end_[i] = static_cast<std::int64_t>(map.size[i]) + map.upper[i - 1];
      added_[i] = offsets[i - 1];
    }
    return;
  }
  row_bytes_ = map.box[0] * element;
  for (unsigned i = 1; i < rank; ++i) {
    begin_[i] = at[i];
    end_[i] = at[i] + map.box[i];
    rows_ *= (map.box[i] + map.step[i] - 1u) / map.step[i];
  }
}

TensorRow TensorBox::row_at(const TensorCoordinates& at, std::uint32_t row) const {
  const std::int64_t element = isa::bytes_of(map_.element);
  bool is_inside = true;
  std::int64_t distance = at[0] * element;
  for (unsigned i = 1; i < map_.rank; ++i) {
    const std::int64_t coordinate = at[i] + added_[i];
    is_inside &= coordinate >= 0 && coordinate < static_cast<std::int64_t>(map_.size[i]);
    distance += coordinate * static_cast<std::int64_t>(map_.stride[i]);
  }
  const std::int64_t width = row_bytes_;
  const std::int64_t all = static_cast<std::int64_t>(map_.size[0]) * element;
  const std::int64_t begin = at[0] * element;
  const std::int64_t first = std::clamp<std::int64_t>(-begin, 0, width);
  const std::int64_t end = is_inside ? std::clamp<std::int64_t>(all - begin, first, width) : first;
  return {.offset = row * row_bytes_,
          .address = map_.address + static_cast<Addr>(distance),
          .first = static_cast<std::uint32_t>(first),
          .end = static_cast<std::uint32_t>(end)};
}

void TensorBox::advance(TensorCoordinates& at) const {
  const unsigned last = map_.rank - 1u;
  for (unsigned i = 1; i <= last; ++i) {
    if (is_im2col_ && i == last) {
      ++at[i];
      return;
    }
    at[i] += map_.step[i];
    if (at[i] < end_[i]) return;
    at[i] = begin_[i];
  }
}

}  // namespace heddle::exec
