#include "study/page/page.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"

namespace heddle::study {
namespace {

/// Escapes a text for an HTML element.
std::string element_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

/// Escapes JSON for a script element. Without this, "</script" or "<!--" in a string would end or
/// change the element.
std::string script_data(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string html_page(std::string_view title, std::string_view data, Network network) {
  const std::pair<std::string_view, std::string> parts[] = {
      {"@NETWORK@", network == Network::own_host ? "; connect-src 'self'" : ""},
      {"@TITLE@", element_text(title)},
      {"@STYLE@", std::string(assets::kStyle)},
      {"@DATA@", script_data(data)},
      {"@SCRIPT@", std::string(assets::kScript)},
  };
  std::string page;
  std::string_view rest = assets::kTemplate;
  for (const auto& [mark, part] : parts) {
    const std::size_t at = rest.find(mark);
    page += rest.substr(0, at);
    page += part;
    rest.remove_prefix(at + mark.size());
  }
  page += rest;
  if (page.size() > kMostPageBytes) {
    fail("the page would have {}, and pages have at most {}: name fewer runs",
         format_bytes(page.size()), format_bytes(kMostPageBytes));
  }
  return page;
}

}  // namespace heddle::study
