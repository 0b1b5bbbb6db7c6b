// CSV as RFC 4180 has it: fields in quotes may hold commas, quotes (doubled) and line breaks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/text/csv_field.hpp"

namespace heddle::study {

struct CsvTable {
  std::vector<std::string> columns;            ///< the first line
  std::vector<std::vector<std::string>> rows;  ///< each as long as `columns`
  std::vector<unsigned> lines;                 ///< of the text, in which each row begins
};

/// `name` is what messages call the text. Throws SourceError for a row of another length and for a
/// quote that does not end.
CsvTable parse_csv(std::string_view text, const std::string& name);

}  // namespace heddle::study
