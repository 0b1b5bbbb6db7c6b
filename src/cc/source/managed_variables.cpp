#include "cc/source/managed_variables.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

#include <fmt/core.h>

#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace {

bool is_symbol_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

/// The position after the first type in an LLVM text such as `[2 x %"struct.a b"] zeroinitializer`.
std::size_t end_of_type(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '{' || c == '<' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == '>' || c == ')') --depth;
    if (c == ' ' && depth == 0) return i;
  }
  return std::string_view::npos;
}

/// A definition in the section: `@name = ... global type value, section "heddle_managed", ...`.
struct Definition {
  std::string_view name;  ///< with its @
  std::string_view type;
  std::string_view value;
  std::string alignment;  ///< ", align 4"
};

std::optional<Definition> definition_in(std::string_view line) {
  const std::string section = fmt::format(", section \"{}\"", kManagedSection);
  constexpr std::string_view kGlobal = " global ";
  const std::size_t end = line.rfind(section);
  if (!line.starts_with('@') || end == std::string_view::npos) return std::nullopt;
  const std::size_t equals = line.find(" = ");
  const std::size_t global = line.find(kGlobal);
  if (global == std::string_view::npos || equals > global || line[1] == '"')
    fail("a __managed__ variable that heddle cannot place: {}", line.substr(0, equals));
  Definition found;
  found.name = line.substr(0, equals);
  const std::string_view rest = line.substr(global + kGlobal.size(), end - global - kGlobal.size());
  const std::size_t type = end_of_type(rest);
  found.type = rest.substr(0, type);
  found.value = rest.substr(type + 1);
  const std::size_t align = line.find(", align ", end);
  if (align != std::string_view::npos)
    found.alignment = line.substr(align, line.find(',', align + 1) - align);
  return found;
}

std::string initial_name(std::size_t variable) {
  return fmt::format("heddle_managed_{}", variable);
}
std::string pointer_name(std::size_t variable) {
  return fmt::format(".Lheddle_managed_pointer_{}", variable);
}

/// Replaces the variables' names in llvm.used and llvm.compiler.used, which keep the variables.
std::string with_initial_names(std::string line, const std::vector<std::string>& symbols) {
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::string old = "ptr @" + symbols[i];
    for (std::size_t at = line.find(old); at != std::string::npos; at = line.find(old, at + 1)) {
      if (at + old.size() < line.size() && is_symbol_character(line[at + old.size()])) continue;
      line.replace(at, old.size(), "ptr @" + initial_name(i));
    }
  }
  return line;
}

/// The assembly of a host side, line by line, with the managed variables replaced.
class PointerWriter {
 public:
  explicit PointerWriter(const std::vector<std::string>& symbols) {
    for (std::size_t i = 0; i < symbols.size(); ++i) numbers_[symbols[i]] = i;
  }

  void add(std::string line) {
    if (line.starts_with("\t.section\t") || line == "\t.data" || line == "\t.text" ||
        line == "\t.bss") {
      section_ = lines_.size();
    }
    const std::string_view code = std::string_view(line).substr(0, line.find('#'));
    if (code.starts_with("\t.size\theddle_managed_")) take_size(code);
    if (code.starts_with("\t.addrsig_sym ") && number_at(code, 14)) return;
    if (code.starts_with("\t.quad\t") && number_at(code, 7)) return add_use(code);
    lines_.push_back(is_text(code) ? line : with_pointers(line, code.size()));
  }

  /// The whole text: the lines, the pointers, the lists, and the constructor.
  std::string text() const;

 private:
  static bool is_text(std::string_view code) {
    return code.starts_with("\t.asci") || code.starts_with("\t.string") ||
           code.starts_with("\t.file") || code.starts_with("\t.ident");
  }

  std::optional<std::size_t> number_at(std::string_view code, std::size_t at) const {
    std::size_t end = at;
    while (end < code.size() && is_symbol_character(code[end])) ++end;
    const auto found = numbers_.find(code.substr(at, end - at));
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  void take_size(std::string_view code) {
    const std::size_t name = 7, comma = code.find(", ");
    sizes_[std::string(code.substr(name, comma - name))] = code.substr(comma + 2);
  }

  /// An initial value `.quad name+8`. The runtime adds the variable's address to the 8, so the
  /// value must lie in a section that the program may write when it starts.
  void add_use(std::string_view code) {
    std::string& section = lines_.at(section_);
    if (section.find("comdat") != std::string::npos) {
      fail(
          "the address of a __managed__ variable is the initial value of an inline variable: "
          "assign it in a function instead");
    }
    if (section.starts_with("\t.section\t.data.rel.ro") ||
        section.starts_with("\t.section\t.rodata"))
      section = "\t.section\t.data.heddle,\"aw\",@progbits";
    const std::size_t number = *number_at(code, 7);
    std::size_t rest = 7;
    while (rest < code.size() && is_symbol_character(code[rest])) ++rest;
    const std::string addend(code.substr(rest));
    lines_.push_back(fmt::format(".Lheddle_managed_use_{}:", uses_.size()));
    lines_.push_back("\t.quad\t0" + addend);
    uses_.push_back(number);
  }

  std::string with_pointers(const std::string& line, std::size_t end) const {
    constexpr std::string_view kEntry = "@GOTPCREL";
    std::string result;
    for (std::size_t at = 0; at < line.size();) {
      const bool begins = at < end && is_symbol_character(line[at]);
      const auto number = begins ? number_at(line, at) : std::nullopt;
      std::size_t next = at + 1;
      while (begins && next < end && is_symbol_character(line[next])) ++next;
      if (!number) {
        result.append(line, at, next - at);
      } else if (line.compare(next, kEntry.size(), kEntry) == 0) {
        result += pointer_name(*number);
        next += kEntry.size();
      } else {
        fail("heddle cannot reach the __managed__ variable in this line of assembly: {}", line);
      }
      at = next;
    }
    return result;
  }

  std::map<std::string, std::size_t, std::less<>> numbers_;  ///< of the variables, by symbol
  std::map<std::string, std::string> sizes_;                 ///< of the initial values, in bytes
  std::vector<std::string> lines_;
  std::size_t section_ = 0;        ///< index of the line that began the section
  std::vector<std::size_t> uses_;  ///< the variable of each initial value of a pointer
};

std::string PointerWriter::text() const {
  std::string result;
  for (const std::string& line : lines_) result += line + "\n";
  std::string pointers, records, names, uses;
  for (const auto& [symbol, i] : numbers_) {
    const auto size = sizes_.find(initial_name(i));
    if (size == sizes_.end()) fail("the __managed__ variable {} has no size", symbol);
    pointers += fmt::format("{}:\n\t.quad\t0\n", pointer_name(i));
    names += fmt::format(".Lheddle_managed_name_{}:\n\t.asciz\t\"{}\"\n", i, symbol);
  }
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    records +=
        fmt::format("\t.quad\t{}\n\t.quad\t{}\n\t.quad\t.Lheddle_managed_name_{}\n\t.quad\t{}\n",
                    pointer_name(i), initial_name(i), i, sizes_.at(initial_name(i)));
  }
  for (std::size_t i = 0; i < uses_.size(); ++i)
    uses += fmt::format("\t.quad\t.Lheddle_managed_use_{}\n\t.quad\t{}\n", i, uses_[i]);
  result += "\t.pushsection\t.rodata,\"a\",@progbits\n" + names;
  result += "\t.section\t.data,\"aw\",@progbits\n\t.p2align\t3\n" + pointers;
  result += ".Lheddle_managed_records:\n" + records + ".Lheddle_managed_uses:\n" + uses;
  // The entry of the constructor follows that of the device code in the same list
  // (early_registration.cpp).
  return result + fmt::format(
                      "\t.text\nheddle_register_managed:\n\tsubq\t$8, %rsp\n"
                      "\tmovq\t__cuda_gpubin_handle(%rip), %rdi\n"
                      "\tleaq\t.Lheddle_managed_records(%rip), %rsi\n\tmovl\t${}, %edx\n"
                      "\tleaq\t.Lheddle_managed_uses(%rip), %rcx\n\tmovl\t${}, %r8d\n"
                      "\tcallq\t__heddleRegisterManaged@PLT\n\taddq\t$8, %rsp\n\tretq\n"
                      "\t.section\t.init_array.00100,\"aw\",@init_array\n\t.p2align\t3\n"
                      "\t.quad\theddle_register_managed\n\t.popsection\n",
                      numbers_.size(), uses_.size());
}

}  // namespace

ManagedText with_declared_managed_variables(const std::string& text) {
  ManagedText result;
  std::string initial;
  std::istringstream lines(text);
  std::vector<std::string> kept;
  for (std::string line; std::getline(lines, line);) {
    const auto found = definition_in(line);
    if (found) {
      initial += fmt::format("@{} = internal global {} {}, section \"{}\"{}\n",
                             initial_name(result.symbols.size()), found->type, found->value,
                             kManagedSection, found->alignment);
      result.symbols.emplace_back(found->name.substr(1));
      line = fmt::format("{} = external global {}{}", found->name, found->type, found->alignment);
    }
    kept.push_back(line);
  }
  for (const std::string& line : kept) {
    const bool keeps = line.starts_with("@llvm.used ") || line.starts_with("@llvm.compiler.used ");
    result.text += (keeps ? with_initial_names(line, result.symbols) : line) + "\n";
  }
  result.text += initial;
  return result;
}

std::string with_managed_pointers(const std::string& assembly,
                                  const std::vector<std::string>& symbols) {
  PointerWriter writer(symbols);
  std::istringstream lines(assembly);
  for (std::string line; std::getline(lines, line);) writer.add(line);
  return writer.text();
}

void reach_managed_variables(Session& session, Command command, const Command& host_flags,
                             const std::string& assembly) {
  if (session.options().dry_run || read_file(assembly).find(fmt::format(
                                       "\t.section\t{},", kManagedSection)) == std::string::npos)
    return;
  const std::string module = session.intermediate(assembly, ".ll");
  append(command, {"-Xclang", "-disable-llvm-passes", "-w", "-S", "-emit-llvm", "-o", module});
  session.run(command);
  const ManagedText managed = with_declared_managed_variables(read_file(module));
  session.write(module, managed.text);
  Command back_end = {session.tools().clang, "-w", "-x", "ir"};
  append(back_end, host_flags);
  append(back_end, {"-S", "-o", assembly, module});
  session.run(back_end);
  session.write(assembly, with_managed_pointers(read_file(assembly), managed.symbols));
}

}  // namespace heddle::cc
