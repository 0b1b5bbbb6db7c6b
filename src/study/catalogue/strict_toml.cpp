#include "study/catalogue/strict_toml.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/base/text/words.hpp"

namespace heddle::study {

StrictTable StrictTable::read(const std::filesystem::path& file) {
  const std::string text = read_file(file, file_kinds::kSettings);
  try {
    auto root = std::make_shared<const toml::table>(toml::parse(text, file.string()));
    return {root, *root, file.string()};
  } catch (const toml::parse_error& error) {
    const auto begin = error.source().begin;
    throw SourceError({file.string(), begin.line, begin.column}, std::string(error.description()));
  }
}

const toml::node* StrictTable::take(const std::string& key) {
  known_.insert(key);
  return table_->get(key);
}

std::optional<std::string> StrictTable::text(const std::string& key) {
  const toml::node* node = take(key);
  if (node == nullptr) return {};
  const auto* text = node->as_string();
  if (text == nullptr) refuse_at(node->source(), fmt::format("{} takes a text in quotes", key));
  if (text->get().empty()) refuse_at(node->source(), fmt::format("{} is empty", key));
  return text->get();
}

std::optional<std::uint64_t> StrictTable::whole(const std::string& key) {
  const toml::node* node = take(key);
  if (node == nullptr) return {};
  const auto* number = node->as_integer();
  if (number == nullptr || number->get() < 0) {
    refuse_at(node->source(), fmt::format("{} takes a whole number, 0 or more", key));
  }
  return static_cast<std::uint64_t>(number->get());
}

std::optional<std::vector<std::string>> StrictTable::texts(const std::string& key) {
  const toml::node* node = take(key);
  if (node == nullptr) return {};
  if (const auto* one = node->as_string()) return std::vector<std::string>{one->get()};
  const auto* list = node->as_array();
  std::vector<std::string> texts;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const auto* text = list->get(i)->as_string();
    if (text == nullptr) list = nullptr;
    if (text != nullptr) texts.push_back(text->get());
  }
  if (list == nullptr) refuse_at(node->source(), fmt::format("{} takes a list of texts", key));
  return texts;
}

std::optional<std::vector<std::string>> StrictTable::words(const std::string& key) {
  const auto* text = table_->get_as<std::string>(key);
  if (text == nullptr) return texts(key);
  take(key);
  return split_words(text->get());
}

std::optional<StrictTable> StrictTable::table(const std::string& key) {
  const toml::node* node = take(key);
  if (node == nullptr) return {};
  const auto* table = node->as_table();
  if (table == nullptr) refuse_at(node->source(), fmt::format("{0} is a table, [{0}]", key));
  return StrictTable(root_, *table, file_);
}

std::vector<StrictTable> StrictTable::tables(const std::string& key) {
  const toml::node* node = take(key);
  if (node == nullptr) return {};
  const auto* list = node->as_array();
  std::vector<StrictTable> tables;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const auto* table = list->get(i)->as_table();
    if (table == nullptr) refuse_at(node->source(), fmt::format("{0} is [[{0}]]", key));
    tables.push_back(StrictTable(root_, *table, file_));
  }
  if (list == nullptr) {
    refuse_at(node->source(), fmt::format("{0} is a list of tables, [[{0}]]", key));
  }
  return tables;
}

std::vector<std::pair<std::string, StrictTable>> StrictTable::members() {
  std::vector<std::pair<std::string, StrictTable>> members;
  for (const auto& [name, node] : *table_) {
    const std::string key(name.str());
    members.emplace_back(key, *table(key));
  }
  std::ranges::sort(members, {},
                    [](const auto& member) { return member.second.table_->source().begin.line; });
  return members;
}

std::string StrictTable::required_text(const std::string& key, const std::string& means) {
  if (const auto found = text(key)) return *found;
  refuse(key, fmt::format("{} is missing: {}", key, means));
}

void StrictTable::refuse_others() const {
  const std::vector<std::string> known(known_.begin(), known_.end());
  for (const auto& [name, node] : *table_) {
    const std::string key(name.str());
    if (known_.contains(key)) continue;
    refuse_at(name.source(),
              fmt::format("there is no key '{}' here{}", key, which_exist(key, known)));
  }
}

void StrictTable::refuse(const std::string& key, const std::string& message) const {
  const toml::node* node = table_->get(key);
  refuse_at(node == nullptr ? table_->source() : node->source(), message);
}

std::string StrictTable::place() const {
  return fmt::format("{}:{}", file_, table_->source().begin.line);
}

void StrictTable::refuse_at(const toml::source_region& source, const std::string& message) const {
  throw SourceError({file_, source.begin.line, source.begin.column}, message);
}

}  // namespace heddle::study
