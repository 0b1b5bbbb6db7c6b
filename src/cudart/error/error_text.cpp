#include "cudart/error/error_text.hpp"

#include <algorithm>
#include <array>

namespace heddle::cudart {
namespace {

struct Entry {
  cudaError_t code;
  const char* name;
  const char* text;
};

constexpr std::array kEntries{
#define X(name, text) Entry{name, #name, text},
#include "cudart/error/error_codes.def"
#undef X
};

constexpr const char* kUnknown = "unrecognized error code";

const Entry* find(cudaError_t code) {
  const auto entry = std::ranges::lower_bound(kEntries, code, {}, &Entry::code);
  return entry != kEntries.end() && entry->code == code ? &*entry : nullptr;
}

}  // namespace

const char* error_name(cudaError_t code) {
  const Entry* const entry = find(code);
  return entry != nullptr ? entry->name : kUnknown;
}

const char* error_text(cudaError_t code) {
  const Entry* const entry = find(code);
  return entry != nullptr ? entry->text : kUnknown;
}

}  // namespace heddle::cudart
