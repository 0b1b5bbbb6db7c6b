// The works that runs used, as BibTeX.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "study/citation/bibliography.hpp"
#include "study/citation/used_parts.hpp"

namespace heddle::study {

struct CitedWork {
  const Work* work;
  std::vector<std::string> parts;  ///< the used parts that the work is the source of
};

struct Citation {
  std::vector<CitedWork> works;        ///< in the order of the bibliography
  std::vector<std::string> unsourced;  ///< used machines, suites and studies that no work is of
};

/// `works` must outlive the result.
Citation cite(const UsedParts& used, std::span<const Work> works);

/// heddle and the works in BibTeX. A comment before each entry names the parts it is cited for.
std::string bibtex(const Citation& citation, const UsedParts& used);

}  // namespace heddle::study
