#include "pointees.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include <fmt/core.h>

namespace heddle::python {
namespace {

using ptx::Instruction;
using ptx::Operand;
using ptx::OperandKind;

template <std::size_t count>
bool is_one_of(std::string_view word, const std::array<std::string_view, count>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 5> kAccesses = {"ld", "ldu", "st", "atom", "red"};
/// Operations whose result may be an address derived from their operands.
constexpr std::array<std::string_view, 9> kSteps = {"mov", "cvta", "add",  "sub", "mad",
                                                    "and", "or",   "selp", "shfl"};
/// Operations that use an address without passing it on.
constexpr std::array<std::string_view, 5> kEnds = {"setp", "prefetch", "prefetchu", "isspacep",
                                                   "discard"};

/// The parameters that a register's value is derived from: bit i stands for parameter i. Parameters
/// after the 64th are ignored.
using Origins = std::uint64_t;
constexpr std::size_t kMostParameters = 64;

/// The data that goes through a pointer.
struct Data {
  bool is_known = true;  ///< whether the data are only floating-point numbers of one size
  unsigned bytes = 0;    ///< size of a number; 0: no data

  void add(ptx::Type type) {
    const unsigned size = type == ptx::Type::f16x2 ? 2 : ptx::type_bytes(type);
    const bool is_number = type == ptx::Type::f16 || type == ptx::Type::f16x2 ||
                           type == ptx::Type::f32 || type == ptx::Type::f64;
    is_known = is_known && is_number && (bytes == 0 || bytes == size);
    bytes = size;
  }
  std::string text() const {
    return is_known && bytes != 0 ? fmt::format("f{}", 8 * bytes) : std::string();
  }
};

/// The last modifier that is a type: f32 in atom.global.add.f32.
std::optional<ptx::Type> type_of(const Instruction& instruction) {
  for (auto word = instruction.modifiers.rbegin(); word != instruction.modifiers.rend(); ++word)
    if (const auto type = ptx::type_from_name(*word)) return type;
  return std::nullopt;
}

bool is_address_of_register(const Operand& operand) {
  return operand.kind == OperandKind::address && operand.reg != ptx::kNoIndex;
}

class Tracer {
 public:
  explicit Tracer(const ptx::Function& kernel)
      : kernel_(kernel), origins_(kernel.registers.size()), data_(kernel.parameters.size()) {}

  std::vector<std::string> trace() {
    do {
      changed_ = false;
      for (const Instruction& instruction : kernel_.body) step(instruction);
    } while (changed_);
    for (const Instruction& instruction : kernel_.body) look(instruction);
    std::vector<std::string> all;
    for (const Data& data : data_) all.push_back(data.text());
    return all;
  }

 private:
  /// Adds the origins of the operands to the origins of the result.
  void step(const Instruction& instruction) {
    if (instruction.operands.size() < 2) return;
    const Operand& result = instruction.operands.front();
    if (instruction.opcode == "ld" && instruction.has("param"))
      return reach(result, parameter(instruction));
    if (!is_one_of(instruction.opcode, kSteps)) return;
    Origins origins = 0;
    for (std::size_t i = 1; i < instruction.operands.size(); ++i)
      origins |= origins_of(instruction.operands[i]);
    reach(result, origins);
  }
  /// Notes the data that goes through pointers, and the pointers that are stored or passed to a
  /// function.
  void look(const Instruction& instruction) {
    if (is_one_of(instruction.opcode, kSteps) || is_one_of(instruction.opcode, kEnds)) return;
    const bool accesses = is_one_of(instruction.opcode, kAccesses);
    for (const Operand& operand : instruction.operands) look(instruction, operand, accesses);
  }
  void look(const Instruction& instruction, const Operand& operand, bool accesses) {
    for (const Operand& element : operand.elements) look(instruction, element, accesses);
    const Origins origins = origins_of(operand);
    if (origins == 0 || is_result(instruction, operand)) return;
    const auto type = type_of(instruction);
    if (accesses && type && is_address_of_register(operand) && std::has_single_bit(origins))
      return data_[static_cast<std::size_t>(std::countr_zero(origins))].add(*type);
    for (std::size_t i = 0; i < std::min(data_.size(), kMostParameters); ++i)
      if ((origins >> i & 1) != 0) data_[i].is_known = false;
  }
  /// Whether the operand is the register that the instruction writes.
  static bool is_result(const Instruction& instruction, const Operand& operand) {
    return &operand == &instruction.operands.front() && operand.kind == OperandKind::reg &&
           instruction.opcode != "st" && instruction.opcode != "red";
  }

  Origins origins_of(const Operand& operand) const {
    const bool is_register = operand.kind == OperandKind::reg || is_address_of_register(operand);
    return is_register ? origins_[operand.reg] : 0;
  }
  Origins parameter(const Instruction& load) const {
    const Operand& from = load.operands[1];
    const bool is_whole = from.kind == OperandKind::address && from.offset == 0 &&
                          from.symbol.kind == ptx::SymbolKind::parameter;
    if (!is_whole || from.symbol.index >= kMostParameters) return 0;
    const ptx::Parameter& declared = kernel_.parameters[from.symbol.index];
    return declared.is_array || declared.bytes != 8 ? 0 : Origins{1} << from.symbol.index;
  }
  void reach(const Operand& result, Origins origins) {
    if (result.kind != OperandKind::reg) return;
    changed_ = changed_ || (origins & ~origins_[result.reg]) != 0;
    origins_[result.reg] |= origins;
  }

  const ptx::Function& kernel_;
  std::vector<Origins> origins_;  ///< by register
  std::vector<Data> data_;        ///< by parameter
  bool changed_ = false;
};

}  // namespace

std::vector<std::string> pointees_of(const ptx::Module& module, const ptx::Function& kernel) {
  if (module.address_size != 64) return std::vector<std::string>(kernel.parameters.size());
  return Tracer(kernel).trace();
}

}  // namespace heddle::python
