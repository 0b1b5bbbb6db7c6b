#include "study/live/http.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>

namespace heddle::study {
namespace {

constexpr std::string_view kEndOfHead = "\r\n\r\n", kEndOfLine = "\r\n";

std::string_view reason_of(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 421:
      return "Misdirected Request";
    default:
      return "Service Unavailable";
  }
}

/// Removes the beginning of the text, up to and including the mark. Returns the part before the
/// mark.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + mark.size(), text.size()));
  return taken;
}

bool is_host(std::string_view name) {
  constexpr std::string_view kHost = "host";
  return std::ranges::equal(
      name, kHost, [](unsigned char left, char right) { return std::tolower(left) == right; });
}

}  // namespace

bool is_whole_request(std::string_view bytes) {
  return bytes.find(kEndOfHead) != std::string_view::npos;
}

std::optional<HttpRequest> parse_request(std::string_view bytes) {
  HttpRequest request;
  std::string_view head = bytes.substr(0, bytes.find(kEndOfHead));
  std::string_view line = take_until(head, kEndOfLine);
  request.method = take_until(line, " ");
  request.target = take_until(line, " ");
  if (request.method.empty() || !request.target.starts_with("/") || !line.starts_with("HTTP/1."))
    return std::nullopt;
  unsigned hosts = 0;
  while (!head.empty()) {
    std::string_view header = take_until(head, kEndOfLine);
    if (!is_host(take_until(header, ":"))) continue;
    const std::size_t begin = std::min(header.find_first_not_of(" \t"), header.size());
    const std::size_t end = header.find_last_not_of(" \t") + 1;
    request.host = ++hosts == 1 ? header.substr(begin, end - std::min(begin, end)) : "";
  }
  return request;
}

std::string answer_bytes(const HttpAnswer& answer) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n"
      "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n\r\n{}",
      answer.status, reason_of(answer.status), answer.type, answer.body.size(), answer.body);
}

}  // namespace heddle::study
