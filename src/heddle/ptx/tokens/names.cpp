#include "heddle/ptx/tokens/names.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include <fmt/core.h>

namespace heddle::ptx {
namespace {

constexpr std::size_t kMaxDigits = 8;  ///< most decimal digits of a number below kMaxRange
constexpr std::uint32_t kUndefined = kNoIndex;

/// Calls visit(prefix, number) for every way to split the name into a prefix and a decimal number
/// without leading zeros.
template <typename Visit>
void for_each_split(std::string_view name, Visit&& visit) {
  for (std::size_t digits = 1; digits <= kMaxDigits && digits < name.size(); ++digits) {
    const std::string_view number = name.substr(name.size() - digits);
    if (number[0] < '0' || number[0] > '9') return;
    if (number[0] == '0' && digits > 1) continue;
    std::uint64_t value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    visit(name.substr(0, name.size() - digits), value);
  }
}

}  // namespace

SymbolRef ModuleNames::find(std::string_view name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? SymbolRef{} : found->second;
}

FunctionNames::FunctionNames(Function& function, const ModuleNames& module,
                             const TokenStream& tokens)
    : function_(function), module_(module), tokens_(tokens), scopes_(1) {}

void FunctionNames::open_scope(TextPosition place) {
  if (scopes_.size() > kMaxScopes) {
    tokens_.fail_at(place, fmt::format("scopes are nested more than {} deep", kMaxScopes));
  }
  scopes_.emplace_back();
}

void FunctionNames::close_scope() {
  Scope closed = std::move(scopes_.back());
  scopes_.pop_back();
  for (const auto& [name, entries] : closed.awaited) {
    if (scopes_.empty()) {
      undefined_.insert(undefined_.end(), entries.begin(), entries.end());
      continue;
    }
    Scope& around = scopes_.back();
    const auto defined = around.labels.find(name);
    if (defined == around.labels.end()) {
      auto& awaited = around.awaited[name];
      awaited.insert(awaited.end(), entries.begin(), entries.end());
      continue;
    }
    for (const std::uint32_t entry : entries) {
      function_.labels[entry] = function_.labels[defined->second];
    }
  }
}

void FunctionNames::check_labels() const {
  if (undefined_.empty()) return;
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    const TextPosition& left = function_.labels[a].place;
    const TextPosition& right = function_.labels[b].place;
    return std::tie(left.line, left.column) < std::tie(right.line, right.column);
  };
  const Label& first =
      function_.labels[*std::min_element(undefined_.begin(), undefined_.end(), earlier)];
  tokens_.fail_at(first.place,
                  fmt::format("label '{}' is not defined in this function", first.name));
}

void FunctionNames::refuse_duplicate(std::string_view name, TextPosition place) const {
  const Scope& scope = scopes_.back();
  if (scope.names.contains(name) || scope.labels.contains(name) ||
      find_range(scope, name) != nullptr) {
    tokens_.fail_at(place, fmt::format("'{}' is already declared in this scope", name));
  }
}

void FunctionNames::note_number(std::string_view prefix, std::uint64_t number) {
  const auto [entry, is_new] = scopes_.back().lowest_number.try_emplace(prefix, number);
  if (!is_new) entry->second = std::min(entry->second, number);
}

void FunctionNames::declare(std::string_view name, const Name& what, TextPosition place) {
  refuse_duplicate(name, place);
  scopes_.back().names.emplace(name, what);
  for_each_split(
      name, [&](std::string_view prefix, std::uint64_t number) { note_number(prefix, number); });
}

void FunctionNames::declare_register(std::string_view name, Type type, std::uint8_t vector_width,
                                     TextPosition place) {
  declare(name, Name{Name::Kind::reg, type, vector_width, kNoIndex, {}}, place);
}

void FunctionNames::declare_range(std::string_view prefix, std::uint64_t count, Type type,
                                  std::uint8_t vector_width, TextPosition place) {
  if (count == 0) return;
  Scope& scope = scopes_.back();
  const auto taken = scope.lowest_number.find(prefix);
  if (taken != scope.lowest_number.end() && taken->second < count) {
    tokens_.fail_at(place,
                    fmt::format("'{}{}' is already declared in this scope", prefix, taken->second));
  }
  // A name of the new range may also belong to a range with a shorter prefix. For example, %r10 is
  // the first name of the range %r1<5>, but %r10 is also a name of the range %r<20>.
  for_each_split(prefix, [&](std::string_view shorter, std::uint64_t number) {
    const auto range = scope.ranges.find(shorter);
    if (number != 0 && range != scope.ranges.end() && number * 10 < range->second.count) {
      tokens_.fail_at(place, fmt::format("'{}0' is already declared in this scope", prefix));
    }
    if (number != 0) note_number(shorter, number * 10);
  });
  note_number(prefix, 0);
  scope.ranges.emplace(prefix, Range{count, type, vector_width});
}

const FunctionNames::Range* FunctionNames::find_range(const Scope& scope,
                                                      std::string_view name) const {
  const Range* range = nullptr;
  if (scope.ranges.empty()) return range;
  for_each_split(name, [&](std::string_view prefix, std::uint64_t number) {
    const auto found = scope.ranges.find(prefix);
    if (found != scope.ranges.end() && number < found->second.count) range = &found->second;
  });
  return range;
}

Name& FunctionNames::add_register(Scope& scope, std::string_view name, const Range& range) {
  return scope.names
      .emplace(name, Name{Name::Kind::reg, range.type, range.vector_width, kNoIndex, {}})
      .first->second;
}

std::optional<Name> FunctionNames::find(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    Name* known = nullptr;
    if (const auto found = scope->names.find(name); found != scope->names.end()) {
      known = &found->second;
    } else if (const Range* const range = find_range(*scope, name)) {
      known = &add_register(*scope, name, *range);
    }
    if (known == nullptr) continue;
    if (known->kind == Name::Kind::reg && known->index == kNoIndex) {
      known->index = static_cast<std::uint32_t>(function_.registers.size());
      function_.registers.push_back({name, known->type, known->vector_width});
    }
    return *known;
  }
  const SymbolRef symbol = module_.find(name);
  if (symbol.kind == SymbolKind::none) return std::nullopt;
  return Name{Name::Kind::symbol, Type::b32, 1, kNoIndex, symbol};
}

void FunctionNames::declare_label(std::string_view name, TextPosition place) {
  refuse_duplicate(name, place);
  Scope& scope = scopes_.back();
  const Label label{name, static_cast<std::uint32_t>(function_.body.size()), place};
  const auto awaited = scope.awaited.find(name);
  if (awaited == scope.awaited.end()) {
    scope.labels.emplace(name, static_cast<std::uint32_t>(function_.labels.size()));
    function_.labels.push_back(label);
    return;
  }
  scope.labels.emplace(name, awaited->second.front());
  for (const std::uint32_t entry : awaited->second) function_.labels[entry] = label;
  scope.awaited.erase(awaited);
}

std::uint32_t FunctionNames::refer_to_label(std::string_view name, TextPosition place) {
  Scope& scope = scopes_.back();
  if (const auto found = scope.labels.find(name); found != scope.labels.end()) {
    return found->second;
  }
  auto& awaited = scope.awaited[name];
  if (awaited.empty()) {
    awaited.push_back(static_cast<std::uint32_t>(function_.labels.size()));
    function_.labels.push_back({name, kUndefined, place});
  }
  return awaited.front();
}

}  // namespace heddle::ptx
