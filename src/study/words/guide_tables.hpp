// The tables of the guide's pages that explain words: terms, ends of runs, faults, exceptions of
// the Python package. The build puts these pages into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/tables/table.hpp"

namespace heddle::study {

// The texts of docs/guide/glossary.md, results.md, sweeps.md and python.md.
extern const std::string_view kGlossaryPage, kResultsPage, kSweepsPage, kPythonPage;

/// A table of a page, without the marks of Markdown in its cells.
struct GuideTable {
  std::string heading;  ///< the last heading before the table
  Table table;
};

/// The tables of a page, in its order. Throws Error for a row that belongs to no table, or that has
/// another number of cells than its table has columns.
std::vector<GuideTable> read_tables(std::string_view markdown);

/// The rows of all tables of the page whose first column has this heading. Throws Error if there is
/// none.
Table table_of(std::string_view markdown, std::string_view first_column);

/// All terms of the glossary: "term" as heddle calls it, "also" the words of the field, "meaning".
Table glossary_terms(std::string_view glossary);

}  // namespace heddle::study
