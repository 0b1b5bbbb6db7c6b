// The names of a module, and the names of a function with its nested scopes. A register gets an
// entry in the function's table only at its first use. So the declaration of a range such as
// %r<100000> creates no entries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "heddle/ptx/tokens/token_stream.hpp"

namespace heddle::ptx {

/// Maximum nesting depth of { } in a body.
inline constexpr std::size_t kMaxScopes = 64;
/// Maximum number of registers in one declared range.
inline constexpr std::uint64_t kMaxRange = std::uint64_t{1} << 24;

/// The meaning of a name inside a function.
struct Name {
  enum class Kind : std::uint8_t { reg, symbol, targets, prototype };
  Kind kind = Kind::symbol;
  Type type = Type::b32;          ///< only for registers
  std::uint8_t vector_width = 1;  ///< only for registers
  /// Index of the register, of the target list or of the prototype. A register has kNoIndex before
  /// its first use.
  std::uint32_t index = kNoIndex;
  SymbolRef symbol;
};

/// Names of the module's variables and functions.
class ModuleNames {
 public:
  SymbolRef find(std::string_view name) const;
  /// Gives the name a new meaning.
  void set(std::string_view name, SymbolRef symbol) { symbols_[name] = symbol; }

 private:
  std::unordered_map<std::string_view, SymbolRef> symbols_;
};

/// Names of one function. If a scope declares a name twice, the second declaration throws an error
/// at its `place`.
class FunctionNames {
 public:
  FunctionNames(Function& function, const ModuleNames& module, const TokenStream& tokens);

  void open_scope(TextPosition place);
  /// Closes the innermost scope. Labels that this scope refers to and does not define are then
  /// expected in the enclosing scope.
  void close_scope();
  std::size_t depth() const { return scopes_.size(); }

  void declare_register(std::string_view name, Type type, std::uint8_t vector_width,
                        TextPosition place);
  /// Declares the registers whose names are `prefix` and a number from 0 to `count` - 1.
  void declare_range(std::string_view prefix, std::uint64_t count, Type type,
                     std::uint8_t vector_width, TextPosition place);
  void declare(std::string_view name, const Name& what, TextPosition place);
  /// Declares a label whose position is the next instruction of the body.
  void declare_label(std::string_view name, TextPosition place);

  /// Finds the meaning of a name. Searches the innermost scope first and the module last. If the
  /// name is a register without an index, the register gets one.
  std::optional<Name> find(std::string_view name);
  /// Returns the index of a label in Function::labels. The label may be defined later in the text.
  std::uint32_t refer_to_label(std::string_view name, TextPosition place);
  /// Throws if a label has no definition. The caller must have closed the last scope.
  void check_labels() const;

 private:
  struct Range {
    std::uint64_t count;
    Type type;
    std::uint8_t vector_width;
  };
  struct Scope {
    std::unordered_map<std::string_view, Name> names;
    std::unordered_map<std::string_view, Range> ranges;
    /// For all declared names that consist of a prefix and a number: by prefix, the smallest of the
    /// numbers.
    std::unordered_map<std::string_view, std::uint64_t> lowest_number;
    std::unordered_map<std::string_view, std::uint32_t>
        labels;  ///< by name of a label: index of its first entry
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> awaited;
  };

  void refuse_duplicate(std::string_view name, TextPosition place) const;
  void note_number(std::string_view prefix, std::uint64_t number);
  const Range* find_range(const Scope& scope, std::string_view name) const;
  Name& add_register(Scope& scope, std::string_view name, const Range& range);

  Function& function_;
  const ModuleNames& module_;
  const TokenStream& tokens_;
  std::vector<Scope> scopes_;
  /// Labels that were still undefined when the outermost scope was closed.
  std::vector<std::uint32_t> undefined_;
};

}  // namespace heddle::ptx
