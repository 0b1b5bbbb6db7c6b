// A table of a TOML file of which every key must be known: values are taken by name and type, and
// what nobody took is refused. Each message names file, line and key.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <toml++/toml.h>

namespace heddle::study {

class StrictTable {
 public:
  /// The file's top level. Throws SourceError for broken TOML.
  static StrictTable read(const std::filesystem::path& file);

  bool has(const std::string& key) const { return table_->contains(key); }
  std::optional<std::string> text(const std::string& key);
  std::optional<std::uint64_t> whole(const std::string& key);
  /// A list of texts; a single text is a list of one.
  std::optional<std::vector<std::string>> texts(const std::string& key);
  /// A text split at its blanks, or a list of texts as they stand.
  std::optional<std::vector<std::string>> words(const std::string& key);
  std::optional<StrictTable> table(const std::string& key);
  /// Of [[key]]; none if there is no such key.
  std::vector<StrictTable> tables(const std::string& key);
  /// All members, which are tables, with their names, in the order of the file.
  std::vector<std::pair<std::string, StrictTable>> members();

  /// As text(). Throws if there is no such key, saying what it `means`.
  std::string required_text(const std::string& key, const std::string& means);

  /// Throws for the first key that was not asked for, proposing those that were.
  void refuse_others() const;

  /// Throws SourceError at the key, or where the table begins if it has no such key.
  [[noreturn]] void refuse(const std::string& key, const std::string& message) const;
  /// "file:line".
  std::string place() const;

 private:
  StrictTable(std::shared_ptr<const toml::table> root, const toml::table& table, std::string file)
      : root_(std::move(root)), table_(&table), file_(std::move(file)) {}

  const toml::node* take(const std::string& key);
  [[noreturn]] void refuse_at(const toml::source_region& source, const std::string& message) const;

  std::shared_ptr<const toml::table> root_;  ///< keeps table_ alive
  const toml::table* table_;
  std::string file_;
  std::set<std::string> known_;  ///< keys that were asked for
};

}  // namespace heddle::study
