#include "cc/source/early_registration.hpp"

#include <string_view>

namespace heddle::cc {

std::string with_early_registration(const std::string& assembly) {
  // kEntry is the entry in clang's list of constructors. kEarly is an entry in the list of priority
  // 100, because the priorities of programs begin at 101.
  constexpr std::string_view kEntry = "\n\t.quad\t__cuda_module_ctor\n";
  constexpr std::string_view kEarly =
      "\n\t.pushsection\t.init_array.00100,\"aw\",@init_array\n\t.p2align\t3\n"
      "\t.quad\t__cuda_module_ctor\n\t.popsection\n";
  const std::size_t at = assembly.rfind(kEntry);
  if (at == std::string::npos) return assembly;
  std::string result = assembly;
  return result.replace(at, kEntry.size(), kEarly);
}

}  // namespace heddle::cc
