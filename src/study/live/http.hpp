// As much of HTTP/1.1 (RFC 9112) as a page for one reader needs: a request without a body, and an
// answer after which the connection closes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::study {

inline constexpr std::size_t kMostRequestBytes = 8192;  ///< of the head of a request

struct HttpRequest {
  std::string method, target;  ///< "GET", "/path"
  std::string host;            ///< of the header; "": none, or several
};

/// Whether the bytes so far have the whole head of a request.
bool is_whole_request(std::string_view bytes);

/// None: the bytes are no request.
std::optional<HttpRequest> parse_request(std::string_view bytes);

struct HttpAnswer {
  unsigned status = 200;
  std::string_view type = "text/plain; charset=utf-8";  ///< a literal
  std::string body;
};

/// The bytes of the answer.
std::string answer_bytes(const HttpAnswer& answer);

}  // namespace heddle::study
