#include "heddle/isa/suffix.hpp"

#include <algorithm>
#include <iterator>

#include "heddle/isa/matrix/matrix_suffix.hpp"
#include "heddle/isa/terms/word_table.hpp"

namespace heddle::isa {
namespace {

constexpr Word<Type> kTypes[] = {
    {"u8", Type::u8},   {"u16", Type::u16},     {"u32", Type::u32},   {"u64", Type::u64},
    {"s8", Type::s8},   {"s16", Type::s16},     {"s32", Type::s32},   {"s64", Type::s64},
    {"f16", Type::f16}, {"f16x2", Type::f16x2}, {"bf16", Type::bf16}, {"bf16x2", Type::bf16x2},
    {"f32", Type::f32}, {"f64", Type::f64},     {"b8", Type::b8},     {"b16", Type::b16},
    {"b32", Type::b32}, {"b64", Type::b64},
};
constexpr Word<Rounding> kRoundings[] = {{"rn", Rounding::rn},
                                         {"rz", Rounding::rz},
                                         {"rm", Rounding::rm},
                                         {"rp", Rounding::rp},
                                         {"rna", Rounding::rna}};
constexpr Word<Rounding> kIntegerRoundings[] = {
    {"rni", Rounding::rni}, {"rzi", Rounding::rzi}, {"rmi", Rounding::rmi}, {"rpi", Rounding::rpi}};
constexpr Word<Compare> kCompares[] = {
    {"eq", Compare::eq},   {"ne", Compare::ne},   {"lt", Compare::lt},   {"le", Compare::le},
    {"gt", Compare::gt},   {"ge", Compare::ge},   {"lo", Compare::lo},   {"ls", Compare::ls},
    {"hi", Compare::hi},   {"hs", Compare::hs},   {"equ", Compare::equ}, {"neu", Compare::neu},
    {"ltu", Compare::ltu}, {"leu", Compare::leu}, {"gtu", Compare::gtu}, {"geu", Compare::geu},
    {"num", Compare::num}, {"nan", Compare::nan}};
constexpr Word<Boolean> kBooleans[] = {
    {"and", Boolean::and_}, {"or", Boolean::or_}, {"xor", Boolean::xor_}};
constexpr Word<Space> kSpaces[] = {
    {"global", Space::global},         {"shared", Space::shared},
    {"local", Space::local},           {"const", Space::constant},
    {"param", Space::param},           {"shared::cta", Space::shared},
    {"param::entry", Space::param},    {"param::func", Space::param},
    {"shared::cluster", Space::shared}};
constexpr Word<Ordering> kOrderings[] = {
    {"weak", Ordering::weak},         {"relaxed", Ordering::relaxed},
    {"acquire", Ordering::acquire},   {"release", Ordering::release},
    {"acq_rel", Ordering::acq_rel},   {"sc", Ordering::seq_cst},
    {"volatile", Ordering::volatile_}};
constexpr Word<Scope> kScopes[] = {
    {"cta", Scope::cta}, {"cluster", Scope::cluster}, {"gpu", Scope::gpu}, {"sys", Scope::sys}};
constexpr Word<CacheOperator> kCacheOperators[] = {
    {"ca", CacheOperator::ca}, {"cg", CacheOperator::cg}, {"cs", CacheOperator::cs},
    {"lu", CacheOperator::lu}, {"cv", CacheOperator::cv}, {"wb", CacheOperator::wb},
    {"wt", CacheOperator::wt}};
constexpr Word<CacheOperator> kReadOnly[] = {{"nc", CacheOperator::nc}};
constexpr Word<AtomicKind> kAtomicKinds[] = {{"add", AtomicKind::add},   {"and", AtomicKind::and_},
                                             {"or", AtomicKind::or_},    {"xor", AtomicKind::xor_},
                                             {"exch", AtomicKind::exch}, {"cas", AtomicKind::cas},
                                             {"min", AtomicKind::min},   {"max", AtomicKind::max},
                                             {"inc", AtomicKind::inc},   {"dec", AtomicKind::dec}};
constexpr Word<ShuffleMode> kShuffleModes[] = {{"up", ShuffleMode::up},
                                               {"down", ShuffleMode::down},
                                               {"bfly", ShuffleMode::bfly},
                                               {"idx", ShuffleMode::idx}};
constexpr Word<VoteMode> kVoteModes[] = {
    {"all", VoteMode::all}, {"any", VoteMode::any}, {"uni", VoteMode::uni}};
constexpr Word<Geometry> kGeometries[] = {{"1d", Geometry::d1},      {"2d", Geometry::d2},
                                          {"3d", Geometry::d3},      {"a1d", Geometry::a1},
                                          {"a2d", Geometry::a2},     {"cube", Geometry::cube},
                                          {"acube", Geometry::acube}};
constexpr Word<std::uint8_t> kRanks[] = {{"1d", 1}, {"2d", 2}, {"3d", 3}, {"4d", 4}, {"5d", 5}};
constexpr Word<std::uint8_t> kVectors[] = {{"v2", 2}, {"v4", 4}};
struct Flag {
  std::string_view word;
  bool Modifiers::* member;
};
constexpr Flag kFlags[] = {
    {"approx", &Modifiers::approximate}, {"ftz", &Modifiers::ftz},
    {"sat", &Modifiers::saturate},       {"NaN", &Modifiers::nan},
    {"xorsign", &Modifiers::xorsign},    {"abs", &Modifiers::magnitude},
    {"relu", &Modifiers::relu},          {"satfinite", &Modifiers::satfinite}};
/// Cache hints. They change no value, and the timing model ignores them.
constexpr std::string_view kCacheHints[] = {"L1::evict_normal",
                                            "L1::evict_unchanged",
                                            "L1::evict_first",
                                            "L1::evict_last",
                                            "L1::no_allocate",
                                            "L2::evict_normal",
                                            "L2::evict_first",
                                            "L2::evict_last",
                                            "L2::64B",
                                            "L2::128B",
                                            "L2::256B",
                                            "L2::cache_hint",
                                            "L2::evict_unchanged"};

template <const auto& table, auto member>
bool set_field(std::string_view suffix, Modifiers& modifiers) {
  return read_word(table, suffix, modifiers.*member);
}

template <bool Modifiers::* member>
bool set_flag(std::string_view suffix, Modifiers& modifiers) {
  const auto* flag = std::ranges::find(kFlags, member, &Flag::member);
  if (suffix != flag->word) return false;
  modifiers.*member = true;
  return true;
}

bool accept_cache_hint(std::string_view suffix, Modifiers&) {
  return std::ranges::find(kCacheHints, suffix) != std::end(kCacheHints);
}

constexpr Word<SuffixSetter> kClasses[] = {
    {"type", set_field<kTypes, &Modifiers::type>},
    {"stype", set_field<kTypes, &Modifiers::source>},
    {"rnd", set_field<kRoundings, &Modifiers::rounding>},
    {"rndi", set_field<kIntegerRoundings, &Modifiers::rounding>},
    {"cmp", set_field<kCompares, &Modifiers::compare>},
    {"bool", set_field<kBooleans, &Modifiers::boolean>},
    {"space", set_field<kSpaces, &Modifiers::space>},
    {"sem", set_field<kOrderings, &Modifiers::ordering>},
    {"scope", set_field<kScopes, &Modifiers::scope>},
    {"cache", set_field<kCacheOperators, &Modifiers::cache>},
    {"nc", set_field<kReadOnly, &Modifiers::cache>},
    {"aop", set_field<kAtomicKinds, &Modifiers::atomic>},
    {"mode", set_field<kShuffleModes, &Modifiers::shuffle>},
    {"vmode", set_field<kVoteModes, &Modifiers::vote>},
    {"geom", set_field<kGeometries, &Modifiers::geometry>},
    {"vec", set_field<kVectors, &Modifiers::vector>},
    {"rank", set_field<kRanks, &Modifiers::rank>},
    {"cachehint", accept_cache_hint},
    {"approx", set_flag<&Modifiers::approximate>},
    {"ftz", set_flag<&Modifiers::ftz>},
    {"sat", set_flag<&Modifiers::saturate>},
    {"NaN", set_flag<&Modifiers::nan>},
    {"xorsign", set_flag<&Modifiers::xorsign>},
    {"abs", set_flag<&Modifiers::magnitude>},
    {"relu", set_flag<&Modifiers::relu>},
    {"satfinite", set_flag<&Modifiers::satfinite>},
};

void append(std::string& text, std::string_view word) {
  if (word.empty()) return;
  text += '.';
  text += word;
}

}  // namespace

SuffixSetter find_suffix_class(std::string_view name) {
  SuffixSetter setter = nullptr;
  return read_word(kClasses, name, setter) ? setter : find_matrix_suffix(name);
}

std::string_view name_of(Type type) {
  if (type == Type::pred) return "pred";
  const std::string_view word = word_of(kTypes, type);
  return word.empty() ? matrix_type_name(type) : word;
}

Type type_named(std::string_view word) {
  Modifiers modifiers;
  return set_field<kTypes, &Modifiers::type>(word, modifiers) ? modifiers.type : Type::none;
}

std::string_view name_of(Space space) {
  return space == Space::generic ? "generic" : word_of(kSpaces, space);
}

std::string suffixes_of(const Modifiers& m) {
  std::string text;
  append(text, word_of(kCompares, m.compare));
  append(text, word_of(kBooleans, m.boolean));
  append(text, word_of(kShuffleModes, m.shuffle));
  append(text, word_of(kVoteModes, m.vote));
  append(text, word_of(kRoundings, m.rounding));
  append(text, word_of(kIntegerRoundings, m.rounding));
  for (const Flag& flag : kFlags) {
    if (m.*flag.member) append(text, flag.word);
  }
  if (m.ordering != Ordering::weak) append(text, word_of(kOrderings, m.ordering));
  append(text, word_of(kScopes, m.scope));
  append(text, word_of(kSpaces, m.space));
  append(text, word_of(kAtomicKinds, m.atomic));
  append(text, word_of(kCacheOperators, m.cache));
  append(text, word_of(kReadOnly, m.cache));
  append(text, word_of(kGeometries, m.geometry));
  append(text, word_of(kVectors, m.vector));
  append(text, word_of(kRanks, m.rank));
  if (!m.aligned) append(text, "unaligned");
  append(text, name_of(m.type));
  append(text, name_of(m.source));
  text += matrix_suffixes_of(m.matrix);
  text += video_suffixes_of(m.video);
  return text;
}

}  // namespace heddle::isa
