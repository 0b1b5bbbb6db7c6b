// Cache texts of options, and the parameters that all kinds of caches have.
#pragma once

#include <string>

#include "study/gpgpusim/conversion.hpp"
#include "study/gpgpusim/text/cache_text.hpp"

namespace heddle::study::gpgpusim {

/// Throws SourceError for a wrong text.
CacheText cache_of(const Conversion& conversion, const std::string& name);

/// Sets the capacity, the shape, the replacement, the sectors and the miss registers of
/// "prefix.bytes" and so on, and names what differs.
void set_cache(Conversion& conversion, const std::string& prefix, const CacheText& cache,
               const std::string& name);

}  // namespace heddle::study::gpgpusim
