// Votes, matches and reductions over the lanes of a warp. A lane participates if it executes the
// instruction and the member mask names it. Lanes on another path of the warp do not participate.
#include <algorithm>
#include <array>

#include "heddle/base/error.hpp"
#include "heddle/exec/step/lane_rows.hpp"
#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

using isa::AtomicKind;

LaneMask members(const StepContext& context, unsigned mask_source) {
  const std::uint32_t* const named = context.source(mask_source);
  return named == nullptr ? context.mask : context.together() & context.first(named);
}

/// Runs an operation once for each different member mask among the lanes. Lanes with different
/// masks form different groups, for example the tiles of a warp.
template <void (*operation)(StepContext&), unsigned mask_source>
void by_members(StepContext& context) {
  const std::uint32_t* const named = context.source(mask_source);
  const bool one_mask = context.instruction.sources[mask_source].kind != isa::OperandKind::row;
  if (one_mask) return operation(context);
  const LaneMask all = context.mask;
  for (LaneMask left = all; left != 0; left &= ~context.mask) {
    const std::uint32_t members_of_group = named[first_lane(left)];
    LaneMask group = 0;
    for_each_lane(left, [&](unsigned lane) {
      if (named[lane] == members_of_group) group |= lane_bit(lane);
    });
    context.mask = group;
    operation(context);
  }
  context.mask = all;
}

void write_all(const StepContext& context, std::uint32_t value) {
  if (std::uint32_t* const row = context.destination(0))
    write_row(row, context.mask, [value](unsigned) { return value; });
}

void ballot(StepContext& context) {
  write_all(context, context.exchanged_predicate() & members(context, 1));
}

void vote(StepContext& context) {
  const LaneMask voters = members(context, 1);
  const LaneMask votes = context.exchanged_predicate() & voters;
  bool outcome = false;
  switch (context.instruction.modifiers.vote) {
    case isa::VoteMode::all:
      outcome = votes == voters;
      break;
    case isa::VoteMode::any:
      outcome = votes != 0;
      break;
    default:
      outcome = votes == voters || votes == 0;
  }
  context.set_predicate(0, outcome ? kAllLanes : 0);
}

void active_mask(StepContext& context) { write_all(context, context.mask); }

std::uint64_t voted_value(const std::uint32_t* row, unsigned lane, bool wide) {
  return wide ? row[lane] | std::uint64_t{row[lane + kWarpSize]} << 32 : row[lane];
}

template <bool wide>
void match_any(StepContext& context) {
  const std::uint32_t* const value = context.exchanged();
  std::array<std::uint32_t, kWarpSize> same{};
  LaneMask left = members(context, 1);
  while (left != 0) {
    const std::uint64_t wanted = voted_value(value, first_lane(left), wide);
    LaneMask group = 0;
    for_each_lane(left, [&](unsigned lane) {
      if (voted_value(value, lane, wide) == wanted) group |= lane_bit(lane);
    });
    for_each_lane(group, [&](unsigned lane) { same[lane] = group; });
    left &= ~group;
  }
  if (std::uint32_t* const row = context.destination(0))
    write_row(row, context.mask, [&same](unsigned lane) { return same[lane]; });
}

template <bool wide>
void match_all(StepContext& context) {
  const std::uint32_t* const value = context.exchanged();
  const LaneMask lanes = members(context, 1);
  const std::uint64_t wanted = voted_value(value, first_lane(context.mask), wide);
  bool all = true;
  for_each_lane(lanes, [&](unsigned lane) { all &= voted_value(value, lane, wide) == wanted; });
  write_all(context, all ? lanes : 0);
  context.set_predicate(1, all ? kAllLanes : 0);
}

template <typename Combine>
std::uint32_t reduce_words(const StepContext& context, Combine&& combine) {
  const std::uint32_t* const value = context.exchanged();
  const LaneMask lanes = members(context, 1) | lane_bit(first_lane(context.mask));
  std::uint32_t total = value[first_lane(lanes)];
  for_each_lane(lanes & (lanes - 1), [&](unsigned lane) { total = combine(total, value[lane]); });
  return total;
}

std::uint32_t reduced(const StepContext& context) {
  const auto as_signed = [](std::uint32_t word) { return static_cast<std::int32_t>(word); };
  const bool is_signed = isa::is_signed(context.instruction.modifiers.type);
  const auto less = [=](std::uint32_t a, std::uint32_t b) {
    return is_signed ? as_signed(a) < as_signed(b) : a < b;
  };
  using Word = std::uint32_t;
  switch (context.instruction.modifiers.atomic) {
    case AtomicKind::add:
      return reduce_words(context, [](Word a, Word b) { return a + b; });
    case AtomicKind::and_:
      return reduce_words(context, [](Word a, Word b) { return a & b; });
    case AtomicKind::or_:
      return reduce_words(context, [](Word a, Word b) { return a | b; });
    case AtomicKind::xor_:
      return reduce_words(context, [](Word a, Word b) { return a ^ b; });
    case AtomicKind::min:
      return reduce_words(context, [&](Word a, Word b) { return less(b, a) ? b : a; });
    default:
      return reduce_words(context, [&](Word a, Word b) { return less(a, b) ? b : a; });
  }
}

void reduce(StepContext& context) { write_all(context, reduced(context)); }

void check_reduce(const isa::Instruction& instruction, ExecutableInstruction&) {
  using enum AtomicKind;
  const AtomicKind kind = instruction.modifiers.atomic;
  const bool known =
      kind == add || kind == and_ || kind == or_ || kind == xor_ || kind == min || kind == max;
  if (!known || isa::is_float(instruction.modifiers.type) ||
      isa::bytes_of(instruction.modifiers.type) != 4)
    fail("redux.sync of this kind and type is not implemented");
}

void elect(StepContext& context) {
  const LaneMask lanes = members(context, 0);
  const unsigned leader = first_lane(lanes != 0 ? lanes : context.mask);
  write_all(context, leader);
  context.set_predicate(1, lane_bit(leader));
}

constexpr HandlerBinding kVoteHandlers[] = {
    {isa::Op::vote_ballot, by_members<ballot, 1>},
    {isa::Op::vote_pred, by_members<vote, 1>},
    {isa::Op::activemask, active_mask},
    {isa::Op::match_any_b32, by_members<match_any<false>, 1>},
    {isa::Op::match_any_b64, by_members<match_any<true>, 1>},
    {isa::Op::match_all_b32, by_members<match_all<false>, 1>},
    {isa::Op::match_all_b64, by_members<match_all<true>, 1>},
    {isa::Op::redux, by_members<reduce, 1>, false, check_reduce},
    {isa::Op::elect, by_members<elect, 0>},
};

}  // namespace

std::span<const HandlerBinding> vote_handlers() { return kVoteHandlers; }

}  // namespace heddle::exec
