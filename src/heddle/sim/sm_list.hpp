// Some SMs of a machine, as people list them: "0,2-4".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::sim {

/// The numbers in `text`; "" is all SMs. Throws Error, begun with `where`, for what is no list and
/// for SMs that there are not.
std::vector<std::uint32_t> read_sm_list(const std::string& text, std::uint32_t count,
                                        std::string_view where);

}  // namespace heddle::sim
