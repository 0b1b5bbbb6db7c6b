// The names of a module, and the names of a function with its nested scopes. A register gets its
// place in the function's table at its first use, so the declaration of a range %r<100000> takes no
// space.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "heddle/ptx/tokens/token_stream.hpp"

namespace heddle::ptx {

/// Deepest nesting of { } in a body.
inline constexpr std::size_t kMaxScopes = 64;
/// Most registers in one declared range.
inline constexpr std::uint64_t kMaxRange = std::uint64_t{1} << 24;

/// The meaning of a name inside a function.
struct Name {
  enum class Kind : std::uint8_t { reg, symbol, targets, prototype };
  Kind kind = Kind::symbol;
  Type type = Type::b32;          ///< only for registers
  std::uint8_t vector_width = 1;  ///< only for registers
  /// Index of the register (kNoIndex before its first use), of the target list or of the prototype.
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

/// Names of one function. A name that is declared twice in a scope is an error at `place`.
class FunctionNames {
 public:
  FunctionNames(Function& function, const ModuleNames& module, const TokenStream& tokens);

  void open_scope(TextPosition place);
  /// Closes the innermost scope. The enclosing scope then searches for labels that this scope
  /// refers to and does not define.
  void close_scope();
  std::size_t depth() const { return scopes_.size(); }

  void declare_register(std::string_view name, Type type, std::uint8_t vector_width,
                        TextPosition place);
  /// Declares the registers prefix0 to prefix(count-1).
  void declare_range(std::string_view prefix, std::uint64_t count, Type type,
                     std::uint8_t vector_width, TextPosition place);
  void declare(std::string_view name, const Name& what, TextPosition place);
  /// Declares a label before the next instruction of the body.
  void declare_label(std::string_view name, TextPosition place);

  /// Finds the meaning of a name. Searches the innermost scope first and the module last. A
  /// register that is found gets its index.
  std::optional<Name> find(std::string_view name);
  /// Returns the index of a label in Function::labels. The definition of the label may come later.
  std::uint32_t refer_to_label(std::string_view name, TextPosition place);
  /// Throws if a label has no definition. To be called after the last close_scope().
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
    /// By prefix, for all declared names that end in a number: the smallest such number.
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
  std::vector<std::uint32_t> undefined_;  ///< labels without a definition in the outermost scope
};

}  // namespace heddle::ptx
