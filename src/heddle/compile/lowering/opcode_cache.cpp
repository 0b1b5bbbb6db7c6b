#include "heddle/compile/lowering/opcode_cache.hpp"

#include <fmt/core.h>

#include "heddle/compile/lowering/old_forms.hpp"

namespace heddle::compile {

const isa::OpMatch& OpcodeCache::find(const ptx::Instruction& instruction) {
  const std::string spelling = instruction.mnemonic();
  const auto known = found_.find(spelling);
  if (known != found_.end()) return known->second;
  const auto match = matcher_.match(modern_words(module_, instruction));
  if (!match) {
    std::string message = fmt::format("instruction '{}' is not supported", spelling);
    const std::string forms = matcher_.forms_of(instruction.opcode);
    if (!forms.empty()) message += fmt::format(" (supported: {})", forms);
    throw module_.error(instruction.place, message);
  }
  return found_.emplace(spelling, *match).first->second;
}

}  // namespace heddle::compile
