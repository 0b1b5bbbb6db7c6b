#include "heddle/compile/flow/dependence_graph.hpp"

#include <algorithm>
#include <unordered_map>

#include "heddle/compile/code/values.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::compile {
namespace {

using isa::OpClass;
using isa::Ordering;
using isa::Space;

bool reads_clock(const isa::Instruction& instruction) {
  if (instruction.op != isa::Op::sreg) return false;
  switch (static_cast<isa::SpecialRegister>(instruction.modifiers.immediate)) {
    case isa::SpecialRegister::clock:
    case isa::SpecialRegister::clock_hi:
    case isa::SpecialRegister::clock64:
    case isa::SpecialRegister::globaltimer:
    case isa::SpecialRegister::globaltimer_lo:
    case isa::SpecialRegister::globaltimer_hi:
      return true;
    default:
      return false;
  }
}

/// Returns whether the instruction must keep its order relative to all accesses and all other
/// fences.
bool is_fence(const isa::Instruction& instruction) {
  // An asynchronous copy also writes shared memory, at an address that Access does not describe.
  if (instruction.op == isa::Op::cp_async) return true;
  switch (instruction.op_class) {
    case OpClass::load:
    case OpClass::store:
      return instruction.modifiers.ordering != Ordering::weak;
    case OpClass::texture:
      return false;
    default:
      return has_effects(instruction) || reads_clock(instruction);
  }
}

/// A load or store (no fence), with the known parts of its address.
struct Access {
  std::uint32_t at = 0;
  bool writes = false;
  Space space = Space::generic;
  isa::Operand base;
  /// Number of writes to the base register before the access. Two accesses with the same base
  /// register and equal numbers have equal base addresses.
  std::uint32_t version = 0;
  std::int64_t first = 0, end = 0;  ///< first byte, and one past the last byte, relative to the
                                    ///< base
};

bool may_meet(const Access& a, const Access& b) {
  if (!a.writes && !b.writes) {
    // Loads of the same address stay in order, so that a later load never reads an older value.
    return a.base == b.base && a.version == b.version && a.space == b.space && a.first < b.end &&
           b.first < a.end;
  }
  if (a.space == Space::constant || b.space == Space::constant) return false;
  if (a.space != b.space && a.space != Space::generic && b.space != Space::generic) return false;
  const bool same_base = a.base == b.base && a.version == b.version && a.space == b.space;
  return !same_base || (a.first < b.end && b.first < a.end);
}

constexpr std::uint32_t kNoFence = 0xFFFFFFFFu;

}  // namespace

/// Walks the block once and records the instructions on which later instructions may depend.
class DependenceGraph::Builder {
 public:
  Builder(DependenceGraph& graph, const Routine& routine, const BasicBlock& block)
      : graph_(graph), routine_(routine), block_(block) {}

  void run() {
    for (at_ = 0; at_ < graph_.size(); ++at_) {
      const isa::Instruction& instruction = routine_.code[block_.begin + at_];
      read_sources(instruction);
      order_memory(instruction);
      write_results(instruction);
      if (instruction.op_class == OpClass::call) pass_arguments();
    }
  }

 private:
  struct Value {
    std::vector<std::uint32_t> writers, readers;
    std::uint32_t writes = 0;
  };

  void read(std::uint32_t id) {
    Value& value = values_[id];
    for (const std::uint32_t writer : value.writers) graph_.add(writer, at_, true);
    value.readers.push_back(at_);
  }

  void write(std::uint32_t id, bool guarded) {
    Value& value = values_[id];
    for (const std::uint32_t reader : value.readers) graph_.add(reader, at_, false);
    for (const std::uint32_t writer : value.writers) graph_.add(writer, at_, false);
    // After a guarded write some lanes still have the older value, so readers depend on the older
    // writers too.
    if (!guarded) value.writers.clear();
    value.readers.clear();
    value.writers.push_back(at_);
    ++value.writes;
  }

  void read_sources(const isa::Instruction& instruction) {
    for_each_read(routine_, instruction, [&](ValueId value) { read(value); });
    isa::for_each_source_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      if (!is_outgoing(operand)) return;
      for (unsigned i = 0; i < rows; ++i) read(operand.index + i);
    });
  }

  void write_results(const isa::Instruction& instruction) {
    const bool guarded = is_guarded(instruction);
    for_each_write(routine_, instruction, [&](ValueId value) { write(value, guarded); });
    isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
      if (!is_outgoing(operand)) return;
      for (unsigned i = 0; i < rows; ++i) write(operand.index + i, guarded);
    });
  }

  /// A call reads its parameters from outgoing rows and writes its results into outgoing rows.
  void pass_arguments() {
    for (std::uint32_t row = 0; row < routine_.outgoing; ++row) {
      read(kOutgoing + row);
      write(kOutgoing + row, false);
    }
  }

  void order_memory(const isa::Instruction& instruction) {
    if (is_fence(instruction)) {
      if (fence_ != kNoFence) graph_.add(fence_, at_, false);
      for (const Access& other : accesses_) graph_.add(other.at, at_, false);
      accesses_.clear();
      fence_ = at_;
    } else if (instruction.op_class == OpClass::load || instruction.op_class == OpClass::store) {
      const Access access = access_of(instruction);
      for (const Access& other : accesses_) {
        if (may_meet(access, other)) graph_.add(other.at, at_, false);
      }
      accesses_.push_back(access);
      if (fence_ != kNoFence) graph_.add(fence_, at_, false);
    }
  }

  Access access_of(const isa::Instruction& instruction) {
    const isa::Modifiers& how = instruction.modifiers;
    Access access;
    access.at = at_;
    access.writes = instruction.op_class == OpClass::store;
    access.space = how.cache == isa::CacheOperator::nc ? Space::constant : how.space;
    access.base = instruction.sources[0];
    if (access.base.kind == isa::OperandKind::row) {
      // A 64-bit base changes if an instruction writes either half of the base.
      for (unsigned i = 0; i < isa::source_rows(instruction, 0); ++i) {
        access.version += values_[access.base.index + i].writes;
      }
    }
    access.first = instruction.offset;
    access.end = access.first + how.vector * isa::bytes_of(how.type);
    return access;
  }

  DependenceGraph& graph_;
  const Routine& routine_;
  const BasicBlock& block_;
  std::uint32_t at_ = 0;
  /// By ValueId or by the number of the outgoing row.
  std::unordered_map<std::uint32_t, Value> values_;
  std::vector<Access> accesses_;  ///< accesses since the last fence
  std::uint32_t fence_ = kNoFence;
};

DependenceGraph::DependenceGraph(const Routine& routine, const BasicBlock& block, bool last_stays)
    : followers_(block.end - block.begin), predecessors_(block.end - block.begin, 0) {
  Builder(*this, routine, block).run();
  const isa::Instruction& last = routine.code[block.end - 1];
  if (!last_stays && leaving_of(last) == Leaving::falls_through) return;
  for (std::uint32_t at = 0; at + 1 < size(); ++at) {
    if (followers_[at].empty()) add(at, size() - 1, false);
  }
}

void DependenceGraph::add(std::uint32_t before, std::uint32_t after, bool needs_result) {
  if (before == after) return;
  std::vector<Dependence>& list = followers_[before];
  // Edges are added in the order of `after`, so only the last edge of the list can be a duplicate.
  if (!list.empty() && list.back().after == after) {
    list.back().needs_result |= needs_result;
    return;
  }
  list.push_back({after, needs_result});
  ++predecessors_[after];
}

}  // namespace heddle::compile
