#include "heddle/isa/matrix/matrix_suffix.hpp"

#include <charconv>

#include <fmt/format.h>

#include "heddle/isa/terms/word_table.hpp"

namespace heddle::isa {
namespace {

constexpr Word<Type> kMatrixTypes[] = {
    {"f16", Type::f16},  {"bf16", Type::bf16}, {"tf32", Type::tf32}, {"f32", Type::f32},
    {"f64", Type::f64},  {"s32", Type::s32},   {"u8", Type::u8},     {"s8", Type::s8},
    {"u4", Type::u4},    {"s4", Type::s4},     {"b1", Type::b1},     {"e4m3", Type::e4m3},
    {"e5m2", Type::e5m2}};
constexpr Word<MatrixLayout> kMatrixLayouts[] = {{"row", MatrixLayout::row},
                                                 {"col", MatrixLayout::column}};
constexpr Word<Fragment> kFragments[] = {
    {"a", Fragment::a}, {"b", Fragment::b}, {"c", Fragment::c}, {"d", Fragment::d}};
constexpr Word<std::uint8_t> kCounts[] = {{"x1", 1}, {"x2", 2}, {"x4", 4}};

/// Reads a letter and a number from the start of the text, and removes both.
template <typename Number>
bool take(std::string_view& text, char letter, Number& number) {
  if (!text.starts_with(letter)) return false;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

/// Reads "m16n8k16", or "m8n8" of ldmatrix.
bool set_shape(std::string_view suffix, Modifiers& modifiers) {
  MatrixModifiers& matrix = modifiers.matrix;
  if (!take(suffix, 'm', matrix.m) || !take(suffix, 'n', matrix.n)) return false;
  matrix.k = 0;
  return suffix.empty() || (take(suffix, 'k', matrix.k) && suffix.empty());
}

using Setter = bool (*)(std::string_view, Modifiers&);
constexpr Word<Setter> kMatrixClasses[] = {
    {"shape", set_shape},
    {"dtype",
     [](std::string_view word, Modifiers& m) { return read_word(kMatrixTypes, word, m.type); }},
    {"atype",
     [](std::string_view word, Modifiers& m) { return read_word(kMatrixTypes, word, m.source); }},
    {"btype",
     [](std::string_view word, Modifiers& m) { return read_word(kMatrixTypes, word, m.matrix.b); }},
    {"ctype",
     [](std::string_view word, Modifiers& m) { return read_word(kMatrixTypes, word, m.matrix.c); }},
    {"alayout", [](std::string_view word,
                   Modifiers& m) { return read_word(kMatrixLayouts, word, m.matrix.a_layout); }},
    {"blayout", [](std::string_view word,
                   Modifiers& m) { return read_word(kMatrixLayouts, word, m.matrix.b_layout); }},
    {"fragment", [](std::string_view word,
                    Modifiers& m) { return read_word(kFragments, word, m.matrix.fragment); }},
    {"count",
     [](std::string_view word, Modifiers& m) { return read_word(kCounts, word, m.vector); }},
    {"trans",
     [](std::string_view word, Modifiers& m) {
       m.matrix.transposed = word == "trans";
       return m.matrix.transposed;
     }},
};

}  // namespace

bool (*find_matrix_suffix(std::string_view name))(std::string_view, Modifiers&) {
  Setter setter = nullptr;
  return read_word(kMatrixClasses, name, setter) ? setter : nullptr;
}

std::string_view matrix_type_name(Type type) { return word_of(kMatrixTypes, type); }

std::string matrix_suffixes_of(const MatrixModifiers& matrix) {
  std::string text;
  if (matrix.m == 0) return text;
  text = fmt::format(".m{}n{}", matrix.m, matrix.n);
  if (matrix.k != 0) text += fmt::format("k{}", matrix.k);
  for (const std::string_view word :
       {word_of(kMatrixLayouts, matrix.a_layout), word_of(kMatrixLayouts, matrix.b_layout),
        std::string_view(matrix.transposed ? "trans" : ""), word_of(kMatrixTypes, matrix.b),
        word_of(kMatrixTypes, matrix.c)}) {
    if (!word.empty()) text += fmt::format(".{}", word);
  }
  return text;
}

}  // namespace heddle::isa
