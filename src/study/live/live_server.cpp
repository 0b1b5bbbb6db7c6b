#include "study/live/live_server.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::study {
namespace {

constexpr std::size_t kMostReaders = 32;
constexpr std::chrono::seconds kReaderPatience{10};  ///< time for a request and its answer

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

[[noreturn]] void refuse_port(int socket, std::uint16_t port, int error) {
  close(socket);
  if (error == EADDRINUSE)
    fail("--live {0}: another program has port {0}; name another one, or 0 for any", port);
  if (error == EACCES) fail("--live {}: only root may use this port; name one from 1024 on", port);
  fail("--live {}: {}", port, std::strerror(error));
}

}  // namespace

LiveServer::LiveServer(std::uint16_t port) {
  socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket_ < 0) fail("--live {}: {}", port, std::strerror(errno));
  const int on = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address = loopback(port);
  socklen_t length = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket_, plain, length) != 0 || listen(socket_, SOMAXCONN) != 0)
    refuse_port(socket_, port, errno);
  getsockname(socket_, plain, &length);
  port_ = ntohs(address.sin_port);
}

LiveServer::~LiveServer() {
  for (const Reader& reader : readers_) close(reader.socket);
  close(socket_);
}

void LiveServer::serve(const Respond& respond) {
  accept_readers();
  std::erase_if(readers_, [&](Reader& reader) {
    const bool goes_on = Clock::now() - reader.since < kReaderPatience && go_on(reader, respond);
    if (!goes_on) close(reader.socket);
    return !goes_on;
  });
}

bool LiveServer::is_sending() const {
  return std::ranges::any_of(readers_,
                             [](const Reader& reader) { return !reader.to_send.empty(); });
}

void LiveServer::accept_readers() {
  while (readers_.size() < kMostReaders) {
    const int socket = accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0) return;
    readers_.push_back({socket, Clock::now(), "", ""});
  }
}

bool LiveServer::go_on(Reader& reader, const Respond& respond) const {
  if (reader.to_send.empty()) {
    std::array<char, 4096> bytes;
    ssize_t count = 0;
    while (reader.received.size() <= kMostRequestBytes &&
           (count = recv(reader.socket, bytes.data(), bytes.size(), 0)) > 0)
      reader.received.append(bytes.data(), static_cast<std::size_t>(count));
    if (!is_whole_request(reader.received)) {
      const bool may_come = count < 0 && would_wait();
      return may_come && reader.received.size() <= kMostRequestBytes;
    }
    const auto request = parse_request(reader.received);
    reader.to_send = answer_bytes(request ? respond(*request)
                                          : HttpAnswer{.status = 400, .body = "no request\n"});
  }
  const ssize_t sent =
      send(reader.socket, reader.to_send.data(), reader.to_send.size(), MSG_NOSIGNAL);
  if (sent < 0) return would_wait();
  reader.to_send.erase(0, static_cast<std::size_t>(sent));
  if (!reader.to_send.empty()) return true;
  shutdown(reader.socket, SHUT_WR);
  return false;
}

}  // namespace heddle::study
