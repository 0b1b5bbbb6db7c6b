// The syntax tree of a PTX module, names resolved. A Module owns its source text; every string_view
// of the tree points into it. A function's body is one flat list of instructions: nested { } scopes
// are gone, registers are indices into the function's register table, labels are indices into its
// label table, and variables, parameters and functions are SymbolRefs. What an opcode means is not
// known here; opcodes and modifiers are kept as written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/ptx/tree/type.hpp"

namespace heddle::ptx {

/// Index that points nowhere.
inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFFu;

/// A place in the PTX text; both count from 1.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// A place in the program that the PTX was made from (.loc); file is the number of a .file, line 0
/// is unknown.
struct SourceLine {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

enum class SymbolKind : std::uint8_t {
  none,
  module_variable,    ///< Module::variables[index]
  function_variable,  ///< Function::variables[index] of the function at hand
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
  reg,        ///< reg, component
  integer,    ///< value: two's complement, 64 bits; is_unsigned as the PTX constant rules give it
              ///< (WARP_SZ is 32)
  float32,    ///< 0f...: value holds the 32 bits
  float64,    ///< decimal or 0d...: value holds the 64 bits of the double
  special,    ///< name with its % and component: "%tid.x", "%laneid", "%clock64"
  symbol,     ///< the address of symbol (or the function itself) + offset
  address,    ///< [base + offset]: base is reg, else symbol, else nothing (an absolute address in
              ///< offset)
  vector,     ///< {a, b, ...}: elements
  group,      ///< (a, b, ...) of a call: elements
  texture,    ///< [handle, {coordinates}] or [texture, sampler, {coordinates}]: elements
  pair,       ///< d|p: elements[0] and elements[1], either may be a sink
  label,      ///< index into Function::labels (bra only)
  targets,    ///< index into Function::target_lists (.branchtargets, .calltargets)
  prototype,  ///< index into Function::prototypes (.callprototype)
  sink,       ///< _
};

struct Operand {
  OperandKind kind = OperandKind::sink;
  bool negated = false;      ///< !p
  bool is_unsigned = false;  ///< integer only
  std::int8_t component =
      -1;  ///< reg only: 0 to 3 for .x .y .z .w of a vector register, -1 for all of it
  Place place;
  std::uint32_t reg = kNoIndex;    ///< Function::registers[reg]
  std::uint32_t index = kNoIndex;  ///< label, targets, prototype
  SymbolRef symbol;
  std::uint64_t value = 0;
  std::int64_t offset = 0;  ///< bytes
  std::string_view name;  ///< as written: register, special register, symbol or label (base's name
                          ///< for an address)
  std::vector<Operand> elements;
};

/// @p or @!p; reg == kNoIndex: always.
struct Guard {
  std::uint32_t reg = kNoIndex;
  bool negated = false;
};

struct Instruction {
  std::string_view opcode;                  ///< "ld"
  std::vector<std::string_view> modifiers;  ///< without dots, in order: "global", "nc", "v4", "f32"
  std::vector<Operand> operands;            ///< as written, destination first
  Guard guard;
  Place place;  ///< of the guard or the opcode
  SourceLine source;

  bool has(std::string_view modifier) const;
  /// "ld.global.nc.v4.f32"
  std::string mnemonic() const;
};

/// The four parts of a call, missing ones null: call (returns), callee, (arguments),
/// prototype_or_targets;
struct CallParts {
  const Operand* returns = nullptr;
  const Operand* callee = nullptr;
  const Operand* arguments = nullptr;
  const Operand* prototype = nullptr;
};
CallParts call_parts(const Instruction& call);

/// A register that the body mentions (registers declared and never used have no entry).
struct Register {
  std::string_view name;
  Type type = Type::b32;
  std::uint8_t vector_width = 1;  ///< 1, 2 or 4
};

/// Several entries may stand for one label (references from scopes within); they have the same
/// position.
struct Label {
  std::string_view name;
  std::uint32_t position = 0;  ///< index into Function::body; body.size() for a label at the end
  Place place;
};

enum class Space : std::uint8_t { reg, param, global, constant, shared, local };
enum class Linkage : std::uint8_t { none, visible, weak, external, common };

/// An address in an initialiser: at byte `offset` of the image, `width` bytes hold
/// ((address of symbol + addend) & mask) >> countr_zero(mask).
struct Relocation {
  std::uint64_t offset = 0;
  std::uint32_t width = 8;
  SymbolRef symbol;
  bool generic =
      false;  ///< generic(symbol): the generic address, else the one within symbol's state space
  std::int64_t addend = 0;
  std::uint64_t mask = ~std::uint64_t{0};
};

struct Variable {
  std::string_view name;
  Space space = Space::global;
  Linkage linkage = Linkage::none;
  Type type = Type::b8;
  std::uint8_t vector_width = 1;          ///< 1, 2, 4 or 8
  std::vector<std::uint64_t> dimensions;  ///< empty for a scalar; [0] is 0 for one declared []
  std::uint64_t alignment = 1;            ///< bytes: .align, else the natural one
  std::uint64_t bytes = 0;                ///< 0: of unknown size (extern array[])
  bool managed = false;
  std::vector<std::uint8_t> image;  ///< initial bytes from the start; what follows them is zero
  std::vector<Relocation> relocations;
  Place place;
};

/// A formal parameter or return parameter, also of a .callprototype.
struct Parameter {
  std::string_view name;  ///< may be "_" in a prototype
  Space space = Space::param;
  std::uint32_t reg =
      kNoIndex;  ///< space reg, function with a body: index into Function::registers
  Type type = Type::b32;
  std::uint8_t vector_width = 1;
  bool is_array = false;
  std::uint64_t alignment = 1;  ///< bytes
  std::uint64_t bytes = 0;      ///< 0: of unknown size (array[])
  bool is_pointer = false;      ///< .ptr
  Space pointer_space = Space::global;
  bool pointer_is_generic = true;       ///< .ptr without a space
  std::uint64_t pointer_alignment = 0;  ///< .ptr .align N, 0 when not given
  Place place;
};

struct Prototype {
  std::string_view name;
  std::vector<Parameter> returns;
  std::vector<Parameter> parameters;
  bool is_noreturn = false;
  Place place;
};

/// .branchtargets (labels: indices into Function::labels) or .calltargets (functions: indices into
/// Module::functions).
struct TargetList {
  std::string_view name;
  bool is_call = false;
  std::vector<std::uint32_t> targets;
  Place place;
};

/// Performance directives; 0 is not given.
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
  bool has_body = false;  ///< false: only declared
  bool is_noreturn = false;
  Linkage linkage = Linkage::none;
  std::vector<Parameter> returns;
  std::vector<Parameter> parameters;
  Bounds bounds;
  std::vector<std::string_view> pragmas;    ///< without quotes; those in the body too
  std::vector<std::uint32_t> rolled_lines;  ///< of "nounroll" in the body: in a loop's first block
  std::vector<Register> registers;
  std::vector<Variable>
      variables;  ///< .local, .shared, .param, .const of the body, from every scope
  std::vector<Label> labels;
  std::vector<TargetList> target_lists;
  std::vector<Prototype> prototypes;
  std::vector<Instruction> body;
  Place place;
};

/// .alias name, aliasee; both are functions.
struct Alias {
  std::uint32_t alias = kNoIndex;
  std::uint32_t aliasee = kNoIndex;
};

struct SourceFile {
  std::uint32_t number = 0;
  std::string_view name;
};

struct Module {
  std::string file_name;                    ///< of the PTX, for messages
  std::unique_ptr<const std::string> text;  ///< what every string_view points into
  std::uint32_t version_major = 0, version_minor = 0;
  std::string_view target;  ///< "sm_75"
  std::vector<std::string_view> target_options;
  std::uint32_t address_size = 64;  ///< bits
  std::vector<Variable> variables;
  std::vector<Function> functions;  ///< one per name, whether declared once or more often
  std::vector<Alias> aliases;
  std::vector<SourceFile> files;
  std::vector<std::string_view> pragmas;

  const Function* find_function(std::string_view name) const;
  const Variable* find_variable(std::string_view name) const;
  /// To throw: "file:line:column: message".
  SourceError error(Place place, const std::string& message) const;
};

}  // namespace heddle::ptx
