#include "heddle/compile/unsupported.hpp"

#include <unordered_map>

#include "heddle/compile/lowering/old_forms.hpp"
#include "heddle/isa/op_pattern.hpp"

namespace heddle::compile {

std::vector<UnsupportedInstruction> unsupported_instructions(const ptx::Module& module) {
  const isa::OpMatcher matcher;
  constexpr std::size_t kSupported = ~std::size_t{0};
  std::unordered_map<std::string, std::size_t> place_of;  // by spelling, in `found`
  std::vector<UnsupportedInstruction> found;
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.body) {
      const std::string spelling = instruction.mnemonic();
      const auto [known, is_new] = place_of.try_emplace(spelling, kSupported);
      if (is_new && !matcher.match(modern_words(module, instruction))) {
        known->second = found.size();
        found.push_back({spelling, 0, instruction.place});
      }
      if (known->second != kSupported) ++found[known->second].count;
    }
  }
  return found;
}

}  // namespace heddle::compile
