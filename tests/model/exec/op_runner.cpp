#include "op_runner.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/core.h>

#include "heddle/exec/ops/operation.hpp"

namespace heddle::test {
namespace {

constexpr std::size_t kEdgeTuples = 3000;
constexpr std::size_t kRandomTuples = 1000;
constexpr unsigned kRows = 32;
constexpr unsigned kFirstDestination = 16;
constexpr unsigned kApart = kFirstDestination;

/// Sources lie two rows apart, so that each may be a pair.
constexpr unsigned source_row(std::size_t position) {
  return 2 + 2 * static_cast<unsigned>(position);
}

/// Every combination of edges, or as many by chance; then edges mixed with random values.
std::vector<LaneValues> make_tuples(const OpCase& test, Random& random) {
  std::size_t combinations = 1;
  for (const SourceValues& source : test.sources) {
    combinations = std::min(combinations * source.edges->size(), kEdgeTuples + 1);
  }
  std::vector<LaneValues> tuples;
  for (std::size_t i = 0; i < std::min(combinations, kEdgeTuples); ++i) {
    std::size_t rest = combinations > kEdgeTuples ? random() : i;
    LaneValues& tuple = tuples.emplace_back();
    for (std::size_t k = 0; k < test.sources.size(); ++k) {
      const Values& edges = *test.sources[k].edges;
      tuple[k] = edges[rest % edges.size()];
      rest /= edges.size();
    }
  }
  for (std::size_t i = 0; i < kRandomTuples || tuples.size() % kWarpSize != 0; ++i) {
    LaneValues& tuple = tuples.emplace_back();
    for (std::size_t k = 0; k < test.sources.size(); ++k) {
      const SourceValues& source = test.sources[k];
      const bool edge = random() % 4 == 0;
      tuple[k] = edge ? (*source.edges)[random() % source.edges->size()] : source.draw(random);
    }
  }
  return tuples;
}

struct alignas(128) Rows {
  U32 word[kRows][kWarpSize];
};

class Batch {
 public:
  Batch(const OpCase& test, exec::OperationFunction function, Random& random)
      : test_(test), function_(function), random_(random) {
    instruction_.op = test.op;
    instruction_.modifiers = test.modifiers;
  }

  /// `place` is the first row of the first destination, kApart for rows of its own.
  std::string run(const LaneValues* tuples, const LaneResult* expected, LaneMask mask,
                  unsigned place) {
    lay_out(*expected, place);
    fill(tuples);
    const Rows before = rows_;
    const std::array<LaneMask, 4> predicates_before = predicates_;
    point_operands(mask);
    function_(operands_);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (std::size_t d = 0; d < 4; ++d) {
        const std::string wrong =
            check(lane, d, expected[lane], (mask >> lane & 1) != 0, before, predicates_before[d]);
        if (!wrong.empty()) return describe(tuples[lane], lane, mask, place) + wrong;
      }
    }
    return untouched(before, *expected) ? "" : "a row that is no destination was written";
  }

 private:
  void lay_out(const LaneResult& result, unsigned place) {
    for (std::size_t k = 0; k < test_.sources.size(); ++k) {
      instruction_.sources[k] = {};
      instruction_.sources[k].kind =
          test_.sources[k].predicate ? isa::OperandKind::predicate : isa::OperandKind::row;
    }
    for (std::size_t d = 0; d < 4; ++d) {
      const unsigned width = result.widths[d];
      instruction_.destinations[d] = {};
      instruction_.destinations[d].kind = width == 0   ? isa::OperandKind::none
                                          : width == 1 ? isa::OperandKind::predicate
                                                       : isa::OperandKind::row;
      destination_row_[d] = kFirstDestination + 2 * static_cast<unsigned>(d);
    }
    if (place != kApart) destination_row_[0] = place;
  }

  void fill(const LaneValues* tuples) {
    for (auto& row : rows_.word) {
      for (U32& word : row) word = static_cast<U32>(random_());
    }
    for (LaneMask& predicate : predicates_) predicate = static_cast<LaneMask>(random_());
    predicate_sources_.fill(0);
    for (std::size_t k = 0; k < test_.sources.size(); ++k) {
      const SourceValues& source = test_.sources[k];
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        const U64 value = tuples[lane][k];
        U32& low = rows_.word[source_row(k)][lane];
        if (source.predicate) {
          predicate_sources_[k] |= static_cast<LaneMask>(value) << lane;
        } else if (source.width < 32) {
          low = static_cast<U32>(value) | low << source.width;
        } else {
          low = static_cast<U32>(value);
        }
        if (source.pair) rows_.word[source_row(k) + 1][lane] = static_cast<U32>(value >> 32);
      }
    }
  }

  void point_operands(LaneMask mask) {
    operands_.mask = mask;
    operands_.instruction = &instruction_;
    for (std::size_t d = 0; d < 4; ++d) {
      operands_.destination[d] = rows_.word[destination_row_[d]];
      operands_.predicate_destination[d] = &predicates_[d];
    }
    for (std::size_t k = 0; k < 5; ++k) {
      operands_.source[k] = rows_.word[source_row(k)];
      operands_.predicate_source[k] = predicate_sources_[k];
    }
  }

  std::string check(unsigned lane, std::size_t d, const LaneResult& expected, bool executes,
                    const Rows& before, LaneMask predicate_before) const {
    const unsigned width = expected.widths[d];
    if (width == 0) return "";
    U64 got = 0, old = 0, defined = width == 64 ? ~U64{0} : (U64{1} << width) - 1;
    if (width == 1) {
      got = predicates_[d] >> lane & 1;
      old = predicate_before >> lane & 1;
    } else {
      const unsigned row = destination_row_[d];
      got = rows_.word[row][lane];
      old = before.word[row][lane];
      if (width == 64) {
        got |= U64{rows_.word[row + 1][lane]} << 32;
        old |= U64{before.word[row + 1][lane]} << 32;
      }
    }
    if (!executes) return got == old ? "" : "a lane that does not execute was written";
    got &= defined;
    const bool fits =
        d == 0 && test_.accepts ? test_.accepts(got, expected.bits[d]) : got == expected.bits[d];
    if (fits) return "";
    return fmt::format("destination {} is {:#x}, expected {:#x}", d, got, expected.bits[d]);
  }

  bool untouched(const Rows& before, const LaneResult& result) const {
    for (unsigned row = 0; row < kRows; ++row) {
      bool written = false;
      for (std::size_t d = 0; d < 4; ++d) {
        written |= result.widths[d] > 1 && row == destination_row_[d];
        written |= result.widths[d] == 64 && row == destination_row_[d] + 1;
      }
      if (!written && std::memcmp(rows_.word[row], before.word[row], sizeof before.word[row]) != 0)
        return false;
    }
    return true;
  }

  std::string describe(const LaneValues& tuple, unsigned lane, LaneMask mask,
                       unsigned place) const {
    std::string text = "sources";
    for (std::size_t k = 0; k < test_.sources.size(); ++k) text += fmt::format(" {:#x}", tuple[k]);
    return text + fmt::format(", lane {}, mask {:#x}, destination row {}: ", lane, mask, place);
  }

  const OpCase& test_;
  exec::OperationFunction function_;
  Random& random_;
  isa::Instruction instruction_;
  exec::Operands operands_{};
  Rows rows_{};
  std::array<LaneMask, 4> predicates_{};
  std::array<LaneMask, 5> predicate_sources_{};
  std::array<unsigned, 4> destination_row_{};
};

/// Rows where the first destination may begin: its own, and every one that overlaps a source.
std::vector<unsigned> places(const OpCase& test, const LaneResult& result) {
  std::vector<unsigned> found = {kApart};
  if (result.widths[0] <= 1) return found;
  const bool pair_result = result.widths[0] == 64;
  for (std::size_t k = 0; k < test.sources.size(); ++k) {
    if (test.sources[k].predicate) continue;
    found.push_back(source_row(k));
    if (test.sources[k].pair) found.push_back(source_row(k) + 1);
    if (pair_result) found.push_back(source_row(k) - 1);
  }
  return found;
}

/// An instruction of the case, for binding.
isa::Instruction instruction_of(const OpCase& test) {
  isa::Instruction instruction;
  instruction.op = test.op;
  instruction.modifiers = test.modifiers;
  for (std::size_t k = 0; k < test.sources.size(); ++k) {
    instruction.sources[k].kind =
        test.sources[k].predicate ? isa::OperandKind::predicate : isa::OperandKind::row;
  }
  return instruction;
}

}  // namespace

std::string run_case(const OpCase& test) {
  Random random(12345);
  const std::vector<LaneValues> tuples = make_tuples(test, random);
  std::vector<LaneResult> expected;
  for (const LaneValues& tuple : tuples) {
    expected.push_back(test.reference(test.modifiers, tuple));
  }
  Batch batch(test, exec::bind(instruction_of(test)), random);
  const std::vector<unsigned> all_places = places(test, expected[0]);
  for (std::size_t i = 0; i < tuples.size(); i += kWarpSize) {
    const std::size_t turn = i / kWarpSize;
    for (const LaneMask mask : {kAllLanes, static_cast<LaneMask>(random())}) {
      const unsigned place = all_places[(turn + (mask != kAllLanes ? 1 : 0)) % all_places.size()];
      const std::string wrong = batch.run(&tuples[i], &expected[i], mask, place);
      if (!wrong.empty()) return wrong;
    }
  }
  return "";
}

}  // namespace heddle::test
