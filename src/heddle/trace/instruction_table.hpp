// The instructions of a kernel's code that a trace shows, each once. A trace repeats the columns of
// an instruction with each execution; the table recognizes them and keeps what they mean.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "heddle/trace/format/instruction_line.hpp"
#include "heddle/trace/sass/opcode.hpp"

namespace heddle::trace {

struct CodeInstruction {
  std::uint32_t pc = 0;           ///< offset in its function, in bytes
  std::uint32_t source_line = 0;  ///< 0: unknown
  std::string fixed;              ///< the columns of registers and opcode
  std::string_view opcode;        ///< with its suffixes, within `fixed`
  const Opcode* row = nullptr;    ///< of an unknown opcode: unknown_opcode()
  bool is_known = true;
  FixedColumns registers;
  unsigned bytes = 0;  ///< of a lane's access; 0: no access
};

class InstructionTable {
 public:
  explicit InstructionTable(Generation generation) : generation_(generation) {}

  /// Returns the number of the line's instruction, which is new if no line before had the same PC
  /// and columns. Throws Error for damaged columns.
  std::uint32_t find(const InstructionLine& line);
  const CodeInstruction& at(std::uint32_t number) const { return instructions_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(instructions_.size()); }
  Generation generation() const { return generation_; }

 private:
  struct Key {
    std::uint32_t pc;
    std::string_view fixed;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string_view>()(key.fixed) ^ key.pc * std::size_t{0x9E37'79B9'7F4A'7C15};
    }
  };

  std::uint32_t add(const InstructionLine& line);

  Generation generation_;
  std::deque<CodeInstruction> instructions_;  ///< their addresses do not change
  std::unordered_map<Key, std::uint32_t, KeyHash> numbers_;
  std::uint32_t last_ = 0;  ///< the number that find() has returned last
};

}  // namespace heddle::trace
