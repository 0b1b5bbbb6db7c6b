// The part of HTTP/1.1 (RFC 9112) that the live page needs: requests without a body, and answers
// after which the connection is closed.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::study {

inline constexpr std::size_t kMostRequestBytes = 8192;  ///< bound on the head of a request

struct HttpRequest {
  std::string method, target;  ///< such as "GET" and "/path"
  std::string host;            ///< value of the header Host; "": there is none or more than one
};

/// Whether the bytes contain the whole head of a request.
bool is_whole_request(std::string_view bytes);

/// Reads a request; none if the bytes are no request.
std::optional<HttpRequest> parse_request(std::string_view bytes);

struct HttpAnswer {
  unsigned status = 200;
  std::string_view type = "text/plain; charset=utf-8";  ///< string literal
  std::string body;
};

/// The answer with its headers, as it is sent.
std::string answer_bytes(const HttpAnswer& answer);

}  // namespace heddle::study
