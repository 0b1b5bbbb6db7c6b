#include "study/live/live_view.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include <fmt/core.h>
#include <sys/random.h>

#include "heddle/base/error.hpp"
#include "study/page/page.hpp"

namespace heddle::study {
namespace {

/// The data are computed at most once in this time.
constexpr std::chrono::milliseconds kFresh{250};
/// The computation takes at most 1/kShare of the time, even if tables are long.
constexpr int kShare = 10;
/// An open page asks once a second. After this time without a request, the page counts as closed.
constexpr std::chrono::milliseconds kFarewell{2500};
constexpr std::chrono::milliseconds kTurn{20};

/// A random token of 128 bits.
std::string new_token() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    fail("--live: the system gives no random bytes: {}", std::strerror(errno));
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

/// Compares the texts in a time that does not depend on where they differ.
bool is_same(std::string_view given, std::string_view expected) {
  if (given.size() != expected.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < given.size(); ++i)
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(expected[i]);
  return difference == 0;
}

}  // namespace

LiveView::LiveView(std::uint16_t port) : server_(port), token_(new_token()) {}

std::string LiveView::address() const {
  return fmt::format("http://127.0.0.1:{}/{}/", server_.port(), token_);
}

void LiveView::serve(LiveData& data) {
  data.look(Clock::now() - read_ < kFarewell);
  server_.serve([&](const HttpRequest& request) { return answer(request, data); });
}

void LiveView::end(LiveData& data, const std::string& reason) {
  ended_ = reason;
  stale_ = {};
  const auto began = Clock::now();
  if (began - read_ > kFarewell) return;
  while (Clock::now() - began < kFarewell || server_.is_sending()) {
    server_.serve([&](const HttpRequest& request) { return answer(request, data); });
    if (Clock::now() - began > 2 * kFarewell) return;
    std::this_thread::sleep_for(kTurn);
  }
}

/// Checks the header Host first. This check keeps a page of another site from reaching this server
/// under a name of that site (DNS rebinding).
HttpAnswer LiveView::answer(const HttpRequest& request, LiveData& data) {
  const std::string port = fmt::format(":{}", server_.port());
  if (request.host != "127.0.0.1" + port && request.host != "localhost" + port)
    return {.status = 421, .body = "this is not the host that was asked for\n"};
  if (request.method != "GET") return {.status = 405, .body = "only GET is answered\n"};
  if (request.target == "/favicon.ico")
    return {.status = 204, .body = ""};  // browsers request it without the token
  const std::size_t end = request.target.find('/', 1);
  const std::string_view target = request.target;
  if (end == std::string::npos || !is_same(target.substr(1, end - 1), token_))
    return {.status = 403, .body = "the address needs the token that heddle printed\n"};
  const std::string_view part = target.substr(end);
  if (part != "/" && part != "/data") return {.status = 404, .body = "there is no such page\n"};
  read_ = Clock::now();
  if (read_ >= stale_) {
    text_ = data.text(ended_);
    const auto now = Clock::now();
    stale_ = now + std::max<Clock::duration>(kFresh, kShare * (now - read_));
  }
  if (part == "/data") return {200, "application/json", text_};
  return {200, "text/html; charset=utf-8", html_page("heddle run", text_, Network::own_host)};
}

}  // namespace heddle::study
