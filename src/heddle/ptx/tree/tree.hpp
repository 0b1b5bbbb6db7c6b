// The syntax tree of a PTX module with resolved names. A Module owns its source text, and every
// string_view of the tree points into it. The body of a function is one flat list of instructions
// without nested { } scopes. Registers are indices into the function's register table, labels are
// indices into its label table. Variables, parameters and functions are SymbolRefs. The tree does
// not know the meaning of opcodes: opcodes and modifiers stay as written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/ptx/tree/type.hpp"

namespace heddle::ptx {

/// An index that means "no entry".
inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFFu;

/// A place in the PTX text. Line and column count from 1.
struct TextPosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// A position in the source program from which the PTX was compiled (.loc). `file` is the number of
/// the file in its .file directive. Line 0 means that the position is unknown.
struct SourceLine {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  /// If the line is of an inlined function: index of its call in Function::inlined_calls.
  std::uint32_t call = kNoIndex;
};

enum class SymbolKind : std::uint8_t {
  none,
  module_variable,    ///< Module::variables[index]
  function_variable,  ///< Function::variables[index] of the current function
  parameter,          ///< Function::parameters[index]
  return_parameter,   ///< Function::returns[index]
  function,           ///< Module::functions[index]
};

struct SymbolRef {
  SymbolKind kind = SymbolKind::none;
  std::uint32_t index = kNoIndex;
  bool operator==(const SymbolRef&) const = default;
};

enum class OperandKind : std::uint8_t {
  reg,  ///< register `reg`, with `component`, plus `offset`
  /// Integer: `value` holds its 64 bits in two's complement. `is_unsigned` follows the PTX rules
  /// for constants. The constant WARP_SZ is the integer 32.
  integer,
  float32,  ///< 0f...: `value` holds the 32 bits
  float64,  ///< decimal or 0d...: `value` holds the 64 bits of the double
  special,  ///< `name` with its % and component: "%tid.x", "%laneid", "%clock64"
  symbol,   ///< address of the variable or function `symbol`, plus `offset`
  /// [base + offset]: the base is the register `reg` or the symbol `symbol`. If the base is absent,
  /// `offset` is an absolute address.
  address,
  /// {a, b, ...}: the vector elements are in `elements`. The name of a vector register stands for
  /// the vector of its components.
  vector,
  group,      ///< (a, b, ...) of a call: the arguments or results are in `elements`
  texture,    ///< [handle, {coordinates}] or [texture, sampler, {coordinates}]: the parts are in
              ///< `elements`
  pair,       ///< d|p: elements[0] is d and elements[1] is p; each may be a sink
  label,      ///< index into Function::labels (bra only)
  targets,    ///< index into Function::target_lists (.branchtargets, .calltargets)
  prototype,  ///< index into Function::prototypes (.callprototype)
  sink,       ///< the operand _, which discards a result
};

struct Operand {
  OperandKind kind = OperandKind::sink;
  bool negated = false;      ///< the operand is written !p, or -r in a video instruction
  bool is_unsigned = false;  ///< only for integers
  /// Only for reg: 0 to 3 for .x .y .z .w of a vector register, -1 for a register without
  /// components.
  std::int8_t component = -1;
  TextPosition place;
  std::uint32_t reg = kNoIndex;    ///< Function::registers[reg]
  std::uint32_t index = kNoIndex;  ///< only for label, targets and prototype
  SymbolRef symbol;
  std::uint64_t value = 0;
  std::int64_t offset = 0;  ///< in bytes
  /// Name of the register, special register, symbol or label, as in the text. For an address, the
  /// name of its base.
  std::string_view name;
  /// Only for registers of video instructions: the part of the register, such as "b2" or "h10".
  std::string_view selector;
  std::vector<Operand> elements;
};

/// Guard of an instruction: @p or @!p. If `reg` is kNoIndex, the instruction has no guard.
struct Guard {
  std::uint32_t reg = kNoIndex;
  bool negated = false;
};

struct Instruction {
  std::string_view opcode;  ///< as written, for example "ld"
  /// In order and without dots: "global", "nc", "v4", "f32".
  std::vector<std::string_view> modifiers;
  std::vector<Operand> operands;  ///< in the order of the text, destination first
  Guard guard;
  TextPosition place;  ///< place of the guard, or of the opcode
  SourceLine source;

  bool has(std::string_view modifier) const;
  /// The opcode with its modifiers: "ld.global.nc.v4.f32".
  std::string mnemonic() const;
};

/// The operands of "call (returns), callee, (arguments), prototype_or_targets". Null: the call does
/// not have the operand.
struct CallParts {
  const Operand* returns = nullptr;
  const Operand* callee = nullptr;
  const Operand* arguments = nullptr;
  const Operand* prototype = nullptr;
};
CallParts call_parts(const Instruction& call);

/// A register that the function's body uses. Registers that are declared but never used have no
/// entry.
struct Register {
  std::string_view name;
  Type type = Type::b32;
  std::uint8_t vector_width = 1;  ///< 1, 2 or 4
};

/// A label. A label may have several entries with the same position, since references from inner
/// scopes may add entries.
struct Label {
  std::string_view name;
  std::uint32_t position = 0;  ///< index into Function::body; body.size() for a label at the end
  TextPosition place;
};

enum class Space : std::uint8_t { reg, param, global, constant, shared, local };
enum class Linkage : std::uint8_t { none, visible, weak, external, common };

/// An address in an initialiser. The `width` bytes that begin at byte `offset` of the image get the
/// value ((address of symbol + addend) & mask) >> countr_zero(mask).
struct Relocation {
  std::uint64_t offset = 0;
  std::uint32_t width = 8;
  SymbolRef symbol;
  /// true: the value is the symbol's generic address, written generic(symbol); false: the value is
  /// the symbol's address within its state space.
  bool generic = false;
  std::int64_t addend = 0;
  std::uint64_t mask = ~std::uint64_t{0};
};

struct Variable {
  std::string_view name;
  Space space = Space::global;
  Linkage linkage = Linkage::none;
  Type type = Type::b8;
  std::uint8_t vector_width = 1;  ///< 1, 2, 4 or 8
  /// Empty for a scalar; the first one is 0 if it is declared as [].
  std::vector<std::uint64_t> dimensions;
  std::uint64_t alignment = 1;  ///< in bytes; the type's natural alignment if there is no .align
  std::uint64_t bytes = 0;      ///< 0: the size is unknown (extern array[])
  bool managed = false;
  std::vector<std::uint8_t> image;  ///< the variable's first bytes; the remaining bytes are zero
  std::vector<Relocation> relocations;
  TextPosition place;
};

/// A formal parameter or return parameter of a function or a .callprototype.
struct Parameter {
  std::string_view name;  ///< may be "_" in a prototype
  Space space = Space::param;
  /// If the parameter is declared with .reg and its function has a body: index into
  /// Function::registers.
  std::uint32_t reg = kNoIndex;
  Type type = Type::b32;
  std::uint8_t vector_width = 1;
  bool is_array = false;
  std::uint64_t alignment = 1;  ///< in bytes
  std::uint64_t bytes = 0;      ///< 0: the size is unknown (array[])
  bool is_pointer = false;      ///< declared with .ptr
  Space pointer_space = Space::global;
  bool pointer_is_generic = true;       ///< the .ptr directive names no state space
  std::uint64_t pointer_alignment = 0;  ///< N of .ptr .align N, in bytes; 0: not given
  TextPosition place;
};

struct Prototype {
  std::string_view name;
  std::vector<Parameter> returns;
  std::vector<Parameter> parameters;
  bool is_noreturn = false;
  TextPosition place;
};

/// The list of a .branchtargets or .calltargets directive. `targets` are indices into
/// Function::labels for .branchtargets and indices into Module::functions for .calltargets
/// (`is_call`).
struct TargetList {
  std::string_view name;
  bool is_call = false;
  std::vector<std::uint32_t> targets;
  TextPosition place;
};

/// Performance directives of a function. A value of 0: the directive is not given.
struct Bounds {
  std::uint32_t max_threads[3] = {0, 0, 0};       ///< .maxntid
  std::uint32_t required_threads[3] = {0, 0, 0};  ///< .reqntid
  std::uint32_t min_blocks_per_sm = 0;            ///< .minnctapersm
  std::uint32_t max_blocks_per_sm = 0;            ///< .maxnctapersm
  std::uint32_t max_registers = 0;                ///< .maxnreg
  std::uint32_t cluster_blocks[3] = {0, 0, 0};    ///< .reqnctapercluster
  std::uint32_t max_cluster_rank = 0;             ///< .maxclusterrank
  bool explicit_cluster = false;                  ///< .explicitcluster
  bool blocks_are_clusters = false;               ///< .blocksareclusters
};

struct Function {
  std::string_view name;
  bool is_entry = false;
  bool has_body = false;  ///< false: the function is only declared
  bool is_noreturn = false;
  Linkage linkage = Linkage::none;
  std::vector<Parameter> returns;
  std::vector<Parameter> parameters;
  Bounds bounds;
  std::vector<std::string_view> pragmas;  ///< without quotes, including pragmas in the body
  /// PTX lines of .pragma "nounroll" in the body. Each line is in the first basic block of its
  /// loop.
  std::vector<std::uint32_t> rolled_lines;
  std::vector<Register> registers;
  std::vector<Variable>
      variables;  ///< variables of the body in .local, .shared, .param and .const, from every scope
  std::vector<Label> labels;
  std::vector<TargetList> target_lists;
  std::vector<Prototype> prototypes;
  /// The calls that the compiler replaced by the code of the callee (inlined_at of .loc).
  std::vector<SourceLine> inlined_calls;
  std::vector<Instruction> body;
  TextPosition place;
};

/// A directive ".alias name, aliasee". Both names are functions.
struct Alias {
  std::uint32_t alias = kNoIndex;
  std::uint32_t aliasee = kNoIndex;
};

struct SourceFile {
  std::uint32_t number = 0;
  std::string_view name;
};

/// The content of ".section name { ... }", which describes the program to a debugger.
struct DebugSection {
  std::string_view name;  ///< with its dot: ".debug_info"
  std::string_view text;  ///< the text between the braces
};

struct Module {
  std::string file_name;                    ///< name of the PTX file, for messages
  std::unique_ptr<const std::string> text;  ///< every string_view points into this text
  std::uint32_t version_major = 0, version_minor = 0;
  std::string_view target;  ///< as written, for example "sm_75"
  std::vector<std::string_view> target_options;
  std::uint32_t address_size = 64;  ///< in bits
  std::vector<Variable> variables;
  std::vector<Function> functions;  ///< one entry for each name, even if the name is declared
                                    ///< several times
  std::vector<Alias> aliases;
  std::vector<SourceFile> files;
  std::vector<DebugSection> debug_sections;
  std::vector<std::string_view> pragmas;

  const Function* find_function(std::string_view name) const;
  const Variable* find_variable(std::string_view name) const;
  /// Returns the error "file:line:column: message" for the caller to throw.
  SourceError error(TextPosition place, const std::string& message) const;
};

}  // namespace heddle::ptx
