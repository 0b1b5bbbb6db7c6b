#include "heddle/compile/annotations/idempotence.hpp"

#include <algorithm>
#include <string_view>

#include "heddle/compile/liveness/address_origins.hpp"
#include "heddle/isa/system_call.hpp"

namespace heddle::compile {
namespace {

using isa::CacheOperator;
using isa::Effect;
using isa::Instruction;
using isa::OpClass;
using isa::Ordering;
using isa::Space;

std::string_view why_special_register(isa::SpecialRegister which) {
  using enum isa::SpecialRegister;
  switch (which) {
    case clock:
    case clock_hi:
    case clock64:
    case globaltimer:
    case globaltimer_lo:
    case globaltimer_hi:
      return "reads a clock";
    case warpid:
    case smid:
      return "asks where the block runs";
    default:
      return "";
  }
}

std::string_view why_system_call(isa::SystemCall which) {
  switch (which) {
    case isa::SystemCall::vprintf:
      return "prints";
    case isa::SystemCall::malloc:
    case isa::SystemCall::free:
      return "changes the heap";
    case isa::SystemCall::assert_fail:
      return "fails";
    default:
      return "calls the device runtime";
  }
}

class OffenceSearch {
 public:
  OffenceSearch(const isa::Program& program, const Webs& webs)
      : routine_(webs.routine), origins_(program, webs), is_read_(value_count(routine_)) {
    for (const Instruction& instruction : routine_.code)
      for_each_read(routine_, instruction, [&](ValueId value) { is_read_[value] = true; });
  }

  std::vector<Effect> run() {
    for (pc_ = 0; pc_ < routine_.code.size(); ++pc_) look_at(routine_.code[pc_]);
    return std::move(found_);
  }

 private:
  void look_at(const Instruction& instruction) {
    const auto which = instruction.modifiers.immediate;
    switch (instruction.op_class) {
      case OpClass::load:
        return look_at_load(instruction);
      case OpClass::store:
        if (instruction.op == isa::Op::cp_async)
          return add_access(instruction, "", Effect::Kind::load);
        if (instruction.modifiers.ordering != Ordering::weak)
          return add_access(instruction, "others may wait for it");
        return add_access(instruction, "", Effect::Kind::store);
      case OpClass::atomic:
        return look_at_atomic(instruction);
      case OpClass::system:
        return add(why_system_call(static_cast<isa::SystemCall>(which)));
      default:
        break;
    }
    if (instruction.op == isa::Op::activemask) return add("asks which threads run together");
    if (instruction.op == isa::Op::sreg)
      add(why_special_register(static_cast<isa::SpecialRegister>(which)));
  }

  void look_at_load(const Instruction& instruction) {
    const isa::Modifiers& modifiers = instruction.modifiers;
    if (modifiers.cache == CacheOperator::nc) return;
    if (modifiers.ordering != Ordering::weak || modifiers.cache == CacheOperator::cv)
      return add_access(instruction, "reads what others may change");
    add_access(instruction, "", Effect::Kind::load);
  }

  void look_at_atomic(const Instruction& instruction) {
    if (!leaves_the_block(instruction)) {
      if (depends_on_order(instruction)) add("depends on the order of the block's warps");
      return;
    }
    add("changes memory by what it finds there");
  }

  /// True if the order in which the block's warps run the atomic decides the value that some thread
  /// gets, or the final value in memory.
  bool depends_on_order(const Instruction& instruction) const {
    if (!isa::commutes(instruction.modifiers.atomic, instruction.modifiers.type)) return true;
    bool is_read = false;
    for_each_write(routine_, instruction, [&](ValueId value) { is_read |= is_read_[value]; });
    return is_read || writes_outgoing(instruction);
  }

  bool leaves_the_block(const Instruction& instruction) const {
    const Space space = instruction.modifiers.space;
    if (space == Space::global) return true;
    if (space != Space::generic) return false;
    const AddressOrigins::Found found = origins_.of(instruction);
    return !found.on_chip || found.from_anywhere || !found.pointers.empty();
  }

  void add_access(const Instruction& instruction, std::string_view why,
                  Effect::Kind kind = Effect::Kind::other) {
    if (!leaves_the_block(instruction)) return;
    AddressOrigins::Found found = origins_.of(instruction);
    found_.push_back({.pc = pc_,
                      .kind = kind,
                      .from_anywhere = found.from_anywhere,
                      .origins = std::move(found.pointers),
                      .why = why});
  }

  void add(std::string_view why) {
    if (!why.empty()) found_.push_back({.pc = pc_, .kind = Effect::Kind::other, .why = why});
  }

  const Routine& routine_;
  AddressOrigins origins_;
  std::vector<bool> is_read_;  ///< by value: some instruction reads the value
  Pc pc_ = 0;
  std::vector<Effect> found_;
};

}  // namespace

std::vector<isa::Effect> find_effects(const isa::Program& program, const Webs& webs) {
  return OffenceSearch(program, webs).run();
}

}  // namespace heddle::compile
