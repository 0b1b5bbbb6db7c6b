// An HTML page that contains its data, style and scripts. The page needs no other file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::study {

/// The greatest size of a page.
inline constexpr std::size_t kMostPageBytes = std::size_t{10} << 20;

/// The requests that a page may make.
enum class Network : std::uint8_t {
  none,
  own_host,  ///< to the host that served the page
};

/// The page for `data`, a JSON text whose `kind` the scripts know. Throws Error if the page has
/// more bytes than kMostPageBytes.
std::string html_page(std::string_view title, std::string_view data,
                      Network network = Network::none);

/// The contents of the files in assets/, which the build puts into the program
/// (embed_assets.cmake).
namespace assets {
extern const std::string_view kTemplate, kStyle, kScript;
}  // namespace assets

}  // namespace heddle::study
