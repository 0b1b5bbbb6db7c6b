#include "heddle/compile/lowering/lower_instruction.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "heddle/isa/operands.hpp"
#include "heddle/isa/suffix.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;

using Handler = void (*)(Builder&, const ptx::Instruction&, const isa::OpMatch&);

/// Emits no instruction: the effects of prefetch and pmevent are not visible to the program.
void lower_to_nothing(Builder&, const ptx::Instruction&, const isa::OpMatch&) {}

/// Returns the instruction without the cache policy, which is the last operand of an access with
/// .L2::cache_hint. The machine has no cache policies.
ptx::Instruction without_cache_policy(Builder& builder, ptx::Instruction instruction) {
  if (instruction.operands.size() < 3) {
    builder.refuse(instruction.place, fmt::format("'{}' needs a cache policy as its last operand",
                                                  instruction.mnemonic()));
  }
  builder.source(instruction.operands.back(), 2, isa::Type::b64);
  instruction.operands.pop_back();
  return instruction;
}

struct LoweredOp {
  Op op;
  Handler handler;
};
constexpr LoweredOp kLoweredOps[] = {
    {Op::mov_b32, lower_move},
    {Op::mov_b64, lower_move},
    {Op::mov_vector, lower_vector_move},
    {Op::cvta, lower_address_conversion},
    {Op::cvta_to, lower_address_conversion},
    {Op::cvt, lower_conversion},
    {Op::ld, lower_load},
    {Op::st, lower_store},
    {Op::atom, lower_atomic},
    {Op::red, lower_atomic},
    {Op::tex, lower_texture},
    {Op::tex_level, lower_texture},
    {Op::mma, lower_mma},
    {Op::mma_sparse, lower_mma},
    {Op::wmma_mma, lower_mma},
    {Op::wmma_load, lower_matrix_load},
    {Op::wmma_store, lower_matrix_store},
    {Op::ldmatrix, lower_matrix_access},
    {Op::stmatrix, lower_matrix_access},
    {Op::movmatrix, lower_matrix_access},
    {Op::cp_async, lower_async_copy},
    {Op::cp_async_commit, lower_with_capability},
    {Op::cp_async_wait_group, lower_with_capability},
    {Op::cp_async_wait_all, lower_with_capability},
    {Op::cp_async_arrive, lower_copy_arrival},
    {Op::mbarrier_init, lower_mbarrier},
    {Op::mbarrier_inval, lower_mbarrier},
    {Op::mbarrier_arrive, lower_mbarrier_arrival},
    {Op::mbarrier_tx, lower_mbarrier},
    {Op::mbarrier_test, lower_mbarrier},
    {Op::mbarrier_test_parity, lower_mbarrier},
    {Op::mbarrier_pending_count, lower_with_capability},
    {Op::bulk_load, lower_bulk_copy},
    {Op::bulk_send, lower_bulk_copy},
    {Op::bulk_store, lower_bulk_copy},
    {Op::bulk_prefetch, lower_bulk_copy},
    {Op::bulk_reduce_shared, lower_bulk_copy},
    {Op::bulk_reduce, lower_bulk_copy},
    {Op::bulk_commit, lower_with_capability},
    {Op::bulk_wait, lower_with_capability},
    {Op::tensor_load, lower_bulk_copy},
    {Op::tensor_store, lower_bulk_copy},
    {Op::tensor_reduce, lower_bulk_copy},
    {Op::tensor_prefetch, lower_bulk_copy},
    {Op::tensormap_replace, lower_tensor_map_change},
    {Op::tensormap_copy, lower_tensor_map_change},
    {Op::st_async, lower_async_store},
    {Op::red_async, lower_async_store},
    {Op::fence_proxy, lower_with_capability},
    {Op::fence_tensormap, lower_with_capability},
    {Op::mapa_shared, lower_with_capability},
    {Op::mapa_shared_wide, lower_with_capability},
    {Op::mapa, lower_with_capability},
    {Op::getctarank_shared, lower_with_capability},
    {Op::getctarank_shared_wide, lower_with_capability},
    {Op::getctarank, lower_with_capability},
    {Op::cluster_arrive, lower_with_capability},
    {Op::cluster_wait, lower_with_capability},
    {Op::griddepcontrol, lower_with_capability},
    {Op::setmaxnreg, lower_register_count},
    {Op::wgmma_shared, lower_warpgroup_product},
    {Op::wgmma_fence, lower_with_capability},
    {Op::wgmma_commit, lower_with_capability},
    {Op::wgmma_wait, lower_with_capability},
    {Op::video, lower_video},
    {Op::call, lower_call},
    {Op::ret, lower_return},
    {Op::bra, lower_branch},
    {Op::brx_idx, lower_branch_by_index},
    {Op::bar_red_popc, lower_barrier_reduction},
    {Op::bar_red_pred, lower_barrier_reduction},
    {Op::prefetch, lower_to_nothing},
    {Op::createpolicy, lower_cache_policy},
    {Op::pmevent, lower_to_nothing},
};

/// Returns the type of the instruction's constants. This is the type of the sources, which the last
/// type suffix names. A pair of 8-bit numbers has 16 bits.
isa::Type source_type(const ptx::Instruction& instruction) {
  if (instruction.opcode == "slct")
    return isa::Type::none;  // the last suffix is the type of the selector, not of the constants
  isa::Type type = isa::Type::none;
  for (const std::string_view suffix : instruction.modifiers) {
    const isa::Type named = isa::type_named(suffix);
    if (named != isa::Type::none) type = named;
    if (suffix == "e4m3x2" || suffix == "e5m2x2") type = isa::Type::b16;
  }
  return type;
}

/// Walks in parallel through the letters of a signature and the operands of the PTX instruction.
class SignatureWalk {
 public:
  SignatureWalk(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match)
      : builder_(builder),
        text_(instruction),
        type_(source_type(instruction)),
        result_{.op = match.op, .modifiers = match.modifiers} {}

  void run() {
    const std::string_view signature = isa::info(result_.op).signature;
    const std::size_t equals = signature.find('=');
    destinations(signature.substr(0, equals));
    sources(signature.substr(equals + 1));
    if (next_ < text_.operands.size()) {
      builder_.refuse(text_.operands[next_].place,
                      fmt::format("'{}' takes no more operands", text_.mnemonic()));
    }
    isa::for_each_source_row(result_, [&](Operand& source, unsigned rows) {
      if (!isa::result_overlaps(result_, source, rows)) return;
      const Operand copy = builder_.temporary(rows);
      builder_.move(copy, source, rows);
      source = copy;
    });
    isa::Instruction& emitted = builder_.emit(result_.op, {}, {});
    emitted.modifiers = result_.modifiers;
    emitted.destinations = result_.destinations;
    emitted.sources = result_.sources;
    emitted.offset = result_.offset;
    for (const ptx::Operand* wide : extended_) builder_.extend(*wide, result_.modifiers.type);
  }

 private:
  void destinations(std::string_view letters) {
    if (letters.empty()) return;
    const ptx::Operand& first = take();
    const bool is_pair = first.kind == ptx::OperandKind::pair;
    if (is_pair && (letters.size() < 2 || letters[1] == 'c')) {
      builder_.refuse(first.place, fmt::format("'{}' has one destination", text_.mnemonic()));
    }
    unsigned position = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (letters[i] == 'c') {
        result_.destinations[position++] = builder_.carry();
      } else if (letters[i] == 'v') {
        for (const ptx::Operand* element : elements_of(builder_, first, result_.modifiers.vector)) {
          result_.destinations[position++] = destination('t', *element);
        }
      } else if (i == 0 || is_pair) {
        result_.destinations[position++] =
            destination(letters[i], is_pair ? first.elements.at(i) : first);
      }
    }
  }

  Operand destination(char letter, const ptx::Operand& operand) {
    if (letter == 'p') return builder_.predicate_destination(operand);
    if (letter == 'r') return builder_.destination(operand, 1);
    if (letter == 'd') return builder_.destination(operand, 2);
    const unsigned rows = isa::rows_of(result_.modifiers.type);
    extended_.push_back(&operand);
    return builder_.destination(operand, rows, Width::may_be_wider);
  }

  void sources(std::string_view letters) {
    unsigned position = 0;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const char letter = letters[i];
      if (letter == '?') continue;
      const bool may_be_absent = letter == 'p' || (i + 1 < letters.size() && letters[i + 1] == '?');
      if (letter == 'c') {
        result_.sources[position++] = builder_.carry();
      } else if (next_ == text_.operands.size() && may_be_absent && position > 0) {
        ++position;
      } else if (letter == 'i') {
        immediate(take());
      } else if (letter == 'v') {
        for (const ptx::Operand* element :
             elements_of(builder_, take(), result_.modifiers.vector)) {
          result_.sources[position++] = source('t', *element);
        }
      } else {
        result_.sources[position++] = source(letter, take());
      }
    }
  }

  Operand source(char letter, const ptx::Operand& operand) {
    const isa::Modifiers& modifiers = result_.modifiers;
    switch (letter) {
      case 'p':
        return builder_.predicate_source(operand);
      case 'r':
        return builder_.source(operand, 1, type_);
      case 'd':
        return builder_.source(operand, 2, type_);
      case 't':
        return builder_.source(operand, isa::rows_of(modifiers.type), modifiers.type,
                               Width::may_be_wider);
      case 's':
        return builder_.source(operand, isa::rows_of(modifiers.source), modifiers.source,
                               Width::may_be_wider);
      case 'a': {
        const MemoryAddress address = lower_address(builder_, operand, result_.modifiers);
        result_.offset = address.offset;
        return address.base;
      }
      default:
        builder_.refuse(text_.place,
                        fmt::format("instruction '{}' is not supported", text_.mnemonic()));
    }
  }

  void immediate(const ptx::Operand& operand) {
    if (operand.kind != ptx::OperandKind::integer || operand.value > 255) {
      builder_.refuse(operand.place, "expected an integer constant from 0 to 255");
    }
    result_.modifiers.immediate = static_cast<std::uint8_t>(operand.value);
  }

  const ptx::Operand& take() {
    if (next_ == text_.operands.size()) {
      builder_.refuse(text_.place, fmt::format("'{}' needs more than {} operands", text_.mnemonic(),
                                               text_.operands.size()));
    }
    return text_.operands[next_++];
  }

  Builder& builder_;
  const ptx::Instruction& text_;
  isa::Type type_;
  isa::Instruction result_;
  std::size_t next_ = 0;
  std::vector<const ptx::Operand*> extended_;
};

}  // namespace

void lower_by_signature(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch& match) {
  SignatureWalk(builder, instruction, match).run();
}

void lower_instruction(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match) {
  builder.begin(instruction);
  const auto* rule = std::ranges::find(kLoweredOps, match.op, &LoweredOp::op);
  const Handler handler = rule == std::end(kLoweredOps) ? lower_by_signature : rule->handler;
  if (has_selectors(instruction)) return lower_video(builder, instruction, match);
  if (instruction.has("L2::cache_hint")) {
    return handler(builder, without_cache_policy(builder, instruction), match);
  }
  handler(builder, instruction, match);
}

void expect_operands(Builder& builder, const ptx::Instruction& instruction, std::size_t least,
                     std::size_t most) {
  const std::size_t count = instruction.operands.size();
  if (count >= least && count <= most) return;
  builder.refuse(instruction.place,
                 fmt::format("'{}' has {} operands where {} are expected", instruction.mnemonic(),
                             count, count < least ? least : most));
}

std::vector<const ptx::Operand*> elements_of(const ptx::Operand& operand) {
  if (operand.kind != ptx::OperandKind::vector) return {&operand};
  std::vector<const ptx::Operand*> elements;
  for (const ptx::Operand& element : operand.elements) elements.push_back(&element);
  return elements;
}

std::vector<const ptx::Operand*> elements_of(Builder& builder, const ptx::Operand& operand,
                                             unsigned count) {
  auto elements = elements_of(operand);
  if (elements.size() != count) {
    builder.refuse(operand.place, fmt::format("expected a vector of {} elements", count));
  }
  return elements;
}

}  // namespace heddle::compile
