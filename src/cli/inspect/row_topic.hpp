// A topic whose explanations are the rows of a table. The first columns have the names; a cell may
// have several names, separated by commas.
#pragma once

#include <algorithm>

#include <fmt/core.h>

#include "cli/inspect/topic.hpp"

namespace heddle::cli {

/// The names in a cell: "launch" and "grid" of "launch, grid". Without what stands in brackets.
std::vector<std::string> names_in(const std::string& cell);

/// The row that has the name in one of the first `name_columns` columns.
const std::vector<std::string>& row_of(const study::Table& table, const std::string& name,
                                       std::size_t name_columns);

/// The cells of a row below the name, each with the heading of its column.
std::string row_text(const study::Table& table, const std::string& name, std::size_t name_columns,
                     std::string_view what, const Listener& listener);

/// The rows that have one of the names.
study::Table rows_of(study::Table table, const std::vector<std::string>& names,
                     std::size_t name_columns);

/// `What` is what one name stands for, such as "a term".
template <study::Table (*kTable)(), const char* kWhat, std::size_t kNameColumns = 1>
struct RowTopic {
  static std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& row : kTable().rows) {
      for (std::size_t column = 0; column < kNameColumns; ++column)
        for (std::string& name : names_in(row[column]))
          if (std::ranges::find(all, name) == all.end()) all.push_back(std::move(name));
    }
    return all;
  }
  static std::string text(const std::string& name, const Listener& listener) {
    return row_text(kTable(), name, kNameColumns, kWhat, listener);
  }
  static study::Table table(const std::vector<std::string>& names) {
    return rows_of(kTable(), names, kNameColumns);
  }
  static std::vector<std::string> synonyms(const std::string& name) {
    const study::Table own = table({name});
    std::vector<std::string> all;
    for (std::size_t column = 0; column < kNameColumns; ++column)
      for (std::string& synonym : names_in(own.rows.front()[column]))
        all.push_back(std::move(synonym));
    return all;
  }
  static constexpr Topic topic(std::string_view kind, std::string_view examples,
                               Fit (*fit)(const std::string&, const std::string&),
                               bool is_general = false) {
    return {kind, examples, names, fit, text, table, is_general, synonyms};
  }
};

}  // namespace heddle::cli
