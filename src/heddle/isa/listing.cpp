#include "heddle/isa/listing.hpp"

#include <fmt/format.h>

#include "heddle/isa/module.hpp"
#include "heddle/isa/operands.hpp"
#include "heddle/isa/suffix.hpp"
#include "heddle/isa/system_call.hpp"

namespace heddle::isa {
namespace {

constexpr std::string_view kUniforms[] = {"ntid_x",
                                          "ntid_y",
                                          "ntid_z",
                                          "nctaid_x",
                                          "nctaid_y",
                                          "nctaid_z",
                                          "gridid_low",
                                          "gridid_high",
                                          "dynamic_shared",
                                          "total_shared",
                                          "nsmid",
                                          "nwarpid",
                                          "cluster_nctaid_x",
                                          "cluster_nctaid_y",
                                          "cluster_nctaid_z",
                                          "cluster_nctarank",
                                          "nclusterid_x",
                                          "nclusterid_y",
                                          "nclusterid_z",
                                          "is_explicit_cluster"};

constexpr std::string_view kSpecialRegisters[] = {
    "tid_x",           "tid_y",           "tid_z",
    "ctaid_x",         "ctaid_y",         "ctaid_z",
    "laneid",          "warpid",          "smid",
    "lanemask_eq",     "lanemask_le",     "lanemask_lt",
    "lanemask_ge",     "lanemask_gt",     "clock",
    "clock_hi",        "clock64",         "globaltimer",
    "globaltimer_lo",  "globaltimer_hi",  "zero",
    "cluster_ctaid_x", "cluster_ctaid_y", "cluster_ctaid_z",
    "cluster_ctarank", "clusterid_x",     "clusterid_y",
    "clusterid_z"};

std::string_view word_at(std::span<const std::string_view> words, std::size_t index) {
  return index < words.size() ? words[index] : "?";
}

/// One line of a listing: an instruction, with the content of the constants that it reads.
class Line {
 public:
  Line(const Instruction& instruction, Pc pc, const Function& function,
       std::span<const ConstantRow> constants, std::span<const Variable> variables)
      : instruction_(instruction),
        pc_(pc),
        function_(function),
        constants_(constants),
        variables_(variables) {}

  std::string text() {
    guard();
    if (instruction_.is_scalar) text_ += "s_";
    text_ += info(instruction_.op).name;
    suffixes();
    destinations();
    sources();
    control();
    return std::move(text_);
  }

 private:
  void guard() {
    if (instruction_.guard == kNoGuard) return;
    text_ += '@' + predicate(instruction_.guard, instruction_.guard_negated) + ' ';
  }

  std::string predicate(std::uint32_t index, bool negated) const {
    const std::string_view sign = negated ? "!" : "";
    if (!function_.is_scalar_predicate(index)) return fmt::format("{}p{}", sign, index);
    return fmt::format("{}sp{}", sign, index - function_.vector_predicates());
  }

  std::string row(std::uint32_t index, unsigned rows) const {
    const bool scalar = function_.is_scalar_row(index);
    const char kind = scalar ? 's' : 'r';
    const std::uint32_t number = scalar ? index - function_.vector_rows() : index;
    return rows > 1 ? fmt::format("{}{}:{}", kind, number, number + rows - 1)
                    : fmt::format("{}{}", kind, number);
  }

  void suffixes() {
    text_ += suffixes_of(instruction_.modifiers);
    if (instruction_.op == Op::system_call) {
      text_ += '.';
      text_ += shape_of(static_cast<SystemCall>(instruction_.modifiers.immediate)).name;
    }
    if (instruction_.uniform_branch) text_ += ".uni";
  }

  void destinations() {
    bool any = false;
    for (unsigned i = 0; i < instruction_.destinations.size(); ++i) {
      const Operand& operand = instruction_.destinations[i];
      if (!operand) continue;
      text_ += any ? ", " : " ";
      text_ += name(operand, destination_rows(instruction_, i));
      any = true;
    }
    if (any) text_ += " =";
  }

  void sources() {
    const Signature& signature = signature_of(instruction_.op);
    bool any = false;
    const auto separate = [&] {
      text_ += any ? ", " : " ";
      any = true;
    };
    for (unsigned i = 0; i < instruction_.sources.size(); ++i) {
      const Operand& operand = instruction_.sources[i];
      const bool is_address = i == 0 && signature.sources[0] == OperandShape::address;
      if (!operand && !is_address) continue;
      separate();
      const std::string named = operand ? name(operand, source_rows(instruction_, i)) : "";
      text_ += is_address ? address(named) : named;
    }
    if (instruction_.op == Op::sreg) {
      separate();
      text_ += word_at(kSpecialRegisters, instruction_.modifiers.immediate);
    } else if (instruction_.op == Op::frame_address) {
      separate();
      text_ += fmt::format("{}", instruction_.offset);
    } else if (info(instruction_.op).signature.find('i') != std::string_view::npos) {
      separate();
      text_ += fmt::format("{:#x}", instruction_.modifiers.immediate);
    }
  }

  void control() {
    if (instruction_.op == Op::bra || instruction_.op == Op::call) {
      text_ += fmt::format(" {}", instruction_.target);
    }
    if (instruction_.op == Op::bra && instruction_.target <= pc_) text_ += ", loop";
    if (instruction_.op == Op::brx_idx) text_ += fmt::format(", table {}", instruction_.table);
    if (instruction_.reconvergence != kNoPc) {
      text_ += fmt::format(", meet {}", instruction_.reconvergence);
    }
  }

  std::string address(const std::string& base) const {
    const std::int64_t offset = instruction_.offset;
    if (base.empty()) return fmt::format("[{}]", offset);
    if (offset == 0) return fmt::format("[{}]", base);
    const std::uint64_t size =
        offset < 0 ? 0 - static_cast<std::uint64_t>(offset) : static_cast<std::uint64_t>(offset);
    return fmt::format("[{} {} {}]", base, offset < 0 ? '-' : '+', size);
  }

  std::string name(const Operand& operand, unsigned rows) const {
    const std::uint32_t index = operand.index;
    switch (operand.kind) {
      case OperandKind::none:
        return "none";
      case OperandKind::predicate:
        return predicate(index, operand.negated);
      case OperandKind::row:
        return row(index, rows);
      case OperandKind::constant:
        return constant(index, rows);
    }
    return "";
  }

  std::string constant(std::uint32_t index, unsigned rows) const {
    if (index + rows > constants_.size()) return fmt::format("c{}", index);
    const ConstantRow& low = constants_[index];
    if (rows != 2) return word(low);
    const ConstantRow& high = constants_[index + 1];
    if (low.kind == ConstantRow::Kind::immediate && high.kind == low.kind) {
      const auto value =
          static_cast<std::uint64_t>(high.value) << 32 | static_cast<std::uint32_t>(low.value);
      return fmt::format("{}", static_cast<std::int64_t>(value));
    }
    const bool is_one_value = high.kind == low.kind && low.kind != ConstantRow::Kind::uniform;
    return is_one_value ? value(low) : fmt::format("{}:{}", word(low), word(high));
  }

  std::string word(const ConstantRow& row) const {
    const std::string text = value(row);
    return row.kind == ConstantRow::Kind::symbol ? text + (row.half == 0 ? ".low" : ".high") : text;
  }

  std::string value(const ConstantRow& row) const {
    switch (row.kind) {
      case ConstantRow::Kind::immediate:
        return fmt::format("{}", static_cast<std::int32_t>(row.value));
      case ConstantRow::Kind::parameter:
        return row.bytes == 4 ? fmt::format("param[{}]", row.value)
                              : fmt::format("param.{}{}[{}]", row.sign_extend ? 's' : 'u',
                                            8 * row.bytes, row.value);
      case ConstantRow::Kind::uniform:
        return std::string(word_at(kUniforms, static_cast<std::size_t>(row.uniform)));
      case ConstantRow::Kind::symbol: {
        const std::string symbol = row.index < variables_.size()
                                       ? variables_[row.index].name
                                       : fmt::format("variable{}", row.index);
        return row.value == 0 ? symbol : fmt::format("{}{:+}", symbol, row.value);
      }
    }
    return "";
  }

  const Instruction& instruction_;
  Pc pc_;
  const Function& function_;
  std::span<const ConstantRow> constants_;
  std::span<const Variable> variables_;
  std::string text_;
};

}  // namespace

std::string listing(const Instruction& instruction, Pc pc, std::span<const ConstantRow> constants,
                    std::span<const Variable> variables) {
  const Function no_scalars;
  return Line(instruction, pc, no_scalars, constants, variables).text();
}

std::string listing(const Program& program, const Function& function, Pc pc,
                    std::span<const Variable> variables) {
  return Line(program.code[pc], pc, function, program.constants, variables).text();
}

std::string head_line(const Program& program, const Function& function) {
  if (function.entry == 0) {
    const std::string scalars =
        program.has_scalar_class ? fmt::format(" and {} a warp", program.scalar_registers) : "";
    return fmt::format("kernel {}: registers {}{}, predicates {}, shared {}, local {}\n",
                       program.name, program.registers, scalars, program.predicates,
                       program.shared_bytes, program.local_bytes);
  }
  const std::string scalars =
      program.has_scalar_class ? fmt::format(", {} of them scalars", function.scalar_rows) : "";
  return fmt::format("function {}: rows {}{}, predicates {}, local {}\n", function.name,
                     function.rows, scalars, function.predicates, function.local_bytes);
}

std::string table_lines(const Program& program) {
  std::string text;
  for (std::size_t i = 0; i < program.branch_tables.size(); ++i) {
    text += fmt::format("table {}: {}\n", i, fmt::join(program.branch_tables[i], " "));
  }
  return text;
}

std::string listing(const Program& program, std::span<const Variable> variables) {
  std::string text;
  for (const Function& function : program.functions) {
    text += head_line(program, function);
    for (Pc pc = function.entry; pc < function.end; ++pc) {
      text += fmt::format("{:5}  {}\n", pc, listing(program, function, pc, variables));
    }
  }
  return text + table_lines(program);
}

}  // namespace heddle::isa
