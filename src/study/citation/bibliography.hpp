// The works whose mechanisms, machines, workloads or methods heddle has: docs/reference/works.bib,
// which the build puts into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

struct Work {
  std::string key;                 ///< of BibTeX: "rogers2012ccws"
  std::string title;               ///< as letters and digits, see plain_words()
  std::vector<std::string> parts;  ///< parts of heddle that have no source: "machine.gtx480"
  std::string entry;               ///< the entry in BibTeX, without what heddle notes in it
};

/// The text of docs/reference/works.bib.
extern const std::string_view kBibliography;

/// The works of a bibliography, in its order. Throws Error for an entry that has no end, and for
/// one that lacks a title.
std::vector<Work> read_works(std::string_view bibliography);

/// The words of a text in lower case, each with one space before and after. BibTeX's braces do not
/// separate words. So a title is in a text if its plain words are in the text's plain words.
std::string plain_words(std::string_view text);

}  // namespace heddle::study
