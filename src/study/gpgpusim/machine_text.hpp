// The machine file that an import writes.
#pragma once

#include <string>

#include "study/gpgpusim/import.hpp"

namespace heddle::study::gpgpusim {

class Conversion;

/// TOML with the base, a line a parameter with its source, and as comments what has no counterpart.
std::string machine_text(const ImportRequest& request, const Import& import,
                         const Conversion& conversion);

}  // namespace heddle::study::gpgpusim
