// An HTML page that needs nothing else: its data, styles and scripts are in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::study {

inline constexpr std::size_t kMostPageBytes = std::size_t{10} << 20;

/// What a page may ask for beside itself.
enum class Network : std::uint8_t {
  none,
  own_host,  ///< where the page itself is from
};

/// `data` is JSON, of a kind that the scripts know. Throws Error for a page of more bytes than
/// kMostPageBytes.
std::string html_page(std::string_view title, std::string_view data,
                      Network network = Network::none);

/// What the build makes of the files in assets/ (embed_assets.cmake).
namespace assets {
extern const std::string_view kTemplate, kStyle, kScript;
}  // namespace assets

}  // namespace heddle::study
