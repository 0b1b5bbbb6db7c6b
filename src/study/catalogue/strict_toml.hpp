// A table of a TOML file. The reader takes each value by its key and type, and then refuses keys
// that it did not take. All error messages name the file and the line.
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
  /// Reads the top-level table of the file. Throws SourceError for wrong TOML.
  static StrictTable read(const std::filesystem::path& file);

  bool has(const std::string& key) const { return table_->contains(key); }
  // The next functions return none if the key is missing, and throw SourceError for a wrong type.
  std::optional<std::string> text(const std::string& key);  ///< not empty
  std::optional<std::uint64_t> whole(const std::string& key);
  /// A list of texts. A single text counts as a list of one.
  std::optional<std::vector<std::string>> texts(const std::string& key);
  /// A text that is split at blanks, or a list of texts.
  std::optional<std::vector<std::string>> words(const std::string& key);
  std::optional<StrictTable> table(const std::string& key);
  /// The tables of [[key]]; no tables if the key is missing.
  std::vector<StrictTable> tables(const std::string& key);
  /// All members with their names, in the order of the file. Each member must be a table.
  std::vector<std::pair<std::string, StrictTable>> members();

  /// Like text(), but throws SourceError if the key is missing. `means` describes the key in the
  /// message.
  std::string required_text(const std::string& key, const std::string& means);

  /// Throws SourceError for the first key that was not taken. The message lists the known keys.
  void refuse_others() const;

  /// Throws SourceError with `message` and the place of the key. If the key is missing, the place
  /// is the beginning of the table.
  [[noreturn]] void refuse(const std::string& key, const std::string& message) const;
  /// The place of the table as "file:line".
  std::string place() const;

 private:
  StrictTable(std::shared_ptr<const toml::table> root, const toml::table& table, std::string file)
      : root_(std::move(root)), table_(&table), file_(std::move(file)) {}

  const toml::node* take(const std::string& key);
  [[noreturn]] void refuse_at(const toml::source_region& source, const std::string& message) const;

  std::shared_ptr<const toml::table> root_;  ///< keeps table_ alive
  const toml::table* table_;
  std::string file_;
  std::set<std::string> known_;  ///< keys that were taken
};

}  // namespace heddle::study
