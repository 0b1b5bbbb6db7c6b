// Reads CSV text as RFC 4180 defines it. A field in quotes may contain commas, doubled quotes and
// line breaks. Lines before the column names that begin with # are a comment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/text/csv_field.hpp"

namespace heddle::study {

struct CsvTable {
  std::string comment;               ///< the text of the comment's lines as one paragraph, or ""
  std::vector<std::string> columns;  ///< fields of the first line after the comment
  std::vector<std::vector<std::string>> rows;  ///< each has as many fields as `columns`
  std::vector<unsigned> lines;  ///< for each row, the line of the text in which it begins, from 1
};

/// `name` is the name of the text in error messages. Throws SourceError for a text without a line
/// of column names, for a row with more or fewer fields than columns, and for a wrong quote.
CsvTable parse_csv(std::string_view text, const std::string& name);

}  // namespace heddle::study
