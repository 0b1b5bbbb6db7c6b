#include "heddle/compile/lowering/call_layout.hpp"

#include <fmt/core.h>

namespace heddle::compile {
namespace {

std::vector<CallLayout::Slot> place(const ptx::Module& module,
                                    std::span<const ptx::Parameter> declared,
                                    std::uint32_t& next_word) {
  std::vector<CallLayout::Slot> slots;
  for (const ptx::Parameter& parameter : declared) {
    if (parameter.bytes == 0) {
      throw module.error(parameter.place,
                         fmt::format("parameter '{}' has no size: variable numbers of arguments "
                                     "are not supported",
                                     parameter.name));
    }
    if (parameter.bytes > kMostParameterBytes) {
      throw module.error(parameter.place, fmt::format("parameter '{}' is larger than {} bytes",
                                                      parameter.name, kMostParameterBytes));
    }
    if (parameter.alignment >= 8) next_word = (next_word + 1) & ~1u;
    const auto words = static_cast<std::uint32_t>((parameter.bytes + 3) / 4);
    slots.push_back({next_word, words, parameter.bytes, parameter.type == ptx::Type::pred});
    next_word += words;
  }
  return slots;
}

}  // namespace

CallLayout call_layout(const ptx::Module& module, std::span<const ptx::Parameter> results,
                       std::span<const ptx::Parameter> parameters) {
  CallLayout layout;
  layout.results = place(module, results, layout.words);
  layout.result_words = layout.words;
  layout.parameters = place(module, parameters, layout.words);
  return layout;
}

}  // namespace heddle::compile
