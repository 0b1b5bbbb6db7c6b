// Finds the op-table row of each PTX instruction. The opcode text is matched only once for each
// spelling.
#pragma once

#include <string>
#include <unordered_map>

#include "heddle/isa/op_pattern.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

class OpcodeCache {
 public:
  OpcodeCache(const ptx::Module& module, const isa::OpMatcher& matcher)
      : module_(module), matcher_(matcher) {}

  /// Throws SourceError for an opcode that no row of the op table covers.
  const isa::OpMatch& find(const ptx::Instruction& instruction);

 private:
  const ptx::Module& module_;
  const isa::OpMatcher& matcher_;
  std::unordered_map<std::string, isa::OpMatch> found_;
};

}  // namespace heddle::compile
