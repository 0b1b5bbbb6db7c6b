#include "heddle/isa/video/video_form.hpp"

#include <string_view>

#include <fmt/format.h>

namespace heddle::isa {
namespace {

constexpr std::string_view kOperations[] = {"none", "add", "sub", "absdiff", "min", "max",
                                            "avrg", "shl", "shr", "mad",     "set"};
constexpr std::string_view kSeconds[] = {"", ".add", ".min", ".max"};

std::string text_of(char name, const VideoPart& part) {
  return part == VideoPart{}
             ? ""
             : fmt::format(".{}{}to{}", name, part.first, part.first + part.bits - 1);
}

}  // namespace

std::string video_suffixes_of(const VideoForm& form) {
  if (form.operation == VideoOperation::none) return "";
  const auto type = [](bool is_signed) { return is_signed ? ".s32" : ".u32"; };
  std::string text =
      fmt::format(".{}{}{}{}{}", kOperations[static_cast<unsigned>(form.operation)],
                  form.elements == 1 ? "" : fmt::to_string(form.elements), type(form.signed_result),
                  type(form.signed_a), type(form.signed_b));
  text += kSeconds[static_cast<unsigned>(form.second)];
  text += text_of('a', form.a) + text_of('b', form.b) + text_of('d', form.d);
  if (form.elements != 1)
    text += fmt::format(".a{:x}.b{:x}.mask{:x}", form.a_elements, form.b_elements, form.mask);
  if (form.wraps) text += ".wrap";
  if (form.scale != 0) text += fmt::format(".shr{}", form.scale);
  if (form.plus_one) text += ".po";
  if (form.negates_product) text += ".negab";
  if (form.negates_c) text += ".negc";
  return text;
}

}  // namespace heddle::isa
