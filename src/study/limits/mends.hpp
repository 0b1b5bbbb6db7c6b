// What would mend a limit.
#pragma once

#include <string_view>
#include <vector>

namespace heddle::study {

/// The names of what heddle whatif makes ideal (study/whatif) to measure what the mending of a
/// limit with this rule would gain. Empty: nothing of what it knows.
std::vector<std::string_view> mends_of(std::string_view rule);

}  // namespace heddle::study
