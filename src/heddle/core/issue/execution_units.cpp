#include "heddle/core/issue/execution_units.hpp"

#include <numeric>

namespace heddle::core {
namespace {

std::uint8_t number_of(UnitKind kind) { return static_cast<std::uint8_t>(kind); }

std::array<std::uint8_t, kUnitKinds> units_of_kinds(const policy::Shape& shape) {
  std::array<std::uint8_t, kUnitKinds> unit_of;
  std::iota(unit_of.begin(), unit_of.end(), std::uint8_t{0});
  if (shape.sequential_lanes == 0) return unit_of;
  if (shape.mixes_kinds()) {
    unit_of.fill(number_of(UnitKind::sp));
    unit_of[number_of(UnitKind::scalar)] = number_of(UnitKind::scalar);
  }
  unit_of[number_of(UnitKind::control)] = number_of(UnitKind::sp);
  return unit_of;
}

}  // namespace

ExecutionUnits::ExecutionUnits(const ExecutionSpec& spec, const policy::Shape& shape)
    : unit_of_(units_of_kinds(shape)),
      control_holds_(shape.sequential_lanes != 0 && shape.control_cycles != 0),
      units_(shape.lane_groups * kUnitKinds),
      next_free_(units_.size(), 0) {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const std::size_t number = i % kUnitKinds;
    const UnitSpec& kind = spec.units[number];
    const bool in_lanes =
        shape.sequential_lanes != 0 && (shape.overlaps || number != number_of(UnitKind::scalar));
    units_[i].pipelines.resize(in_lanes ? shape.sequential_lanes : kind.count);
    // A lane that is paced by active threads has an operand collector of its own, which is occupied
    // exactly as long as the lane and therefore is not modelled.
    if (!shape.runs_in_lanes()) units_[i].collectors.resize(kind.collectors);
  }
  if (!shape.overlaps) return;
  registers_.resize(shape.lane_groups);
  for (Places& registers : registers_) registers.resize(shape.sequential_lanes);
}

void ExecutionUnits::update(unsigned group) {
  const Cycle next = registers_[group].next_free();
  for (unsigned number = 0; number < kUnitKinds; ++number) {
    const std::size_t which = std::size_t{group} * kUnitKinds + unit_of_[number];
    next_free_[which] = units_[which].pipelines.next_free() == kNever ? kNever : next;
  }
  all_free_ = *std::ranges::max_element(next_free_);
}

}  // namespace heddle::core
