// Who is who: the names of a module, and those of a function with its nested scopes. Registers get
// their place in the function's table at the first use, so a range %r<100000> costs nothing by
// itself.
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
/// Registers that one range may declare.
inline constexpr std::uint64_t kMaxRange = std::uint64_t{1} << 24;

/// What a name stands for inside a function.
struct Name {
  enum class Kind : std::uint8_t { reg, symbol, targets, prototype };
  Kind kind = Kind::symbol;
  Type type = Type::b32;          ///< reg
  std::uint8_t vector_width = 1;  ///< reg
  std::uint32_t index =
      kNoIndex;  ///< of the register (kNoIndex before its first use), target list or prototype
  SymbolRef symbol;
};

/// Variables and functions of the module.
class ModuleNames {
 public:
  SymbolRef find(std::string_view name) const;
  /// Replaces what the name stood for.
  void set(std::string_view name, SymbolRef symbol) { symbols_[name] = symbol; }

 private:
  std::unordered_map<std::string_view, SymbolRef> symbols_;
};

/// Names of one function. Duplicates in a scope are refused at `place`.
class FunctionNames {
 public:
  FunctionNames(Function& function, const ModuleNames& module, const TokenStream& tokens);

  void open_scope(Place place);
  /// Labels that were asked for and not found here are looked for in the scope around.
  void close_scope();
  std::size_t depth() const { return scopes_.size(); }

  void declare_register(std::string_view name, Type type, std::uint8_t vector_width, Place place);
  /// prefix0 to prefix(count-1).
  void declare_range(std::string_view prefix, std::uint64_t count, Type type,
                     std::uint8_t vector_width, Place place);
  void declare(std::string_view name, const Name& what, Place place);
  /// The label stands before the next instruction of the body.
  void declare_label(std::string_view name, Place place);

  /// Innermost first, then the module's; a register found gets its index.
  std::optional<Name> find(std::string_view name);
  /// Index into Function::labels of a label that may come later.
  std::uint32_t refer_to_label(std::string_view name, Place place);
  /// Refuses labels that never came; call after the last close_scope().
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
    /// For each prefix of declared names that end in a number: the smallest such number.
    std::unordered_map<std::string_view, std::uint64_t> lowest_number;
    std::unordered_map<std::string_view, std::uint32_t>
        labels;  ///< name to index of the first entry
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> awaited;
  };

  void refuse_duplicate(std::string_view name, Place place) const;
  void note_number(std::string_view prefix, std::uint64_t number);
  const Range* find_range(const Scope& scope, std::string_view name) const;
  Name& add_register(Scope& scope, std::string_view name, const Range& range);

  Function& function_;
  const ModuleNames& module_;
  const TokenStream& tokens_;
  std::vector<Scope> scopes_;
  std::vector<std::uint32_t> undefined_;  ///< labels that left the outermost scope undefined
};

}  // namespace heddle::ptx
