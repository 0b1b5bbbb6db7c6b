// Lists of SMs in the form "0,2-4".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::probe {

/// Returns the SM numbers in `text`; "" means all SMs. Throws Error for a malformed list and for an
/// SM that the machine does not have. The message begins with `where`.
std::vector<std::uint32_t> read_sm_list(const std::string& text, std::uint32_t count,
                                        std::string_view where);

}  // namespace heddle::probe
