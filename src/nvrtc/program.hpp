// A program of NVRTC: source text and headers in memory, and what its last compilation made.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "nvrtc/rtc_options.hpp"

namespace heddle::nvrtc {

/// A header that the program includes by name.
struct Header {
  std::string name, text;
};

class Program {
 public:
  Program(std::string source, std::string name, std::vector<Header> headers)
      : source_(std::move(source)), name_(std::move(name)), headers_(std::move(headers)) {}

  /// Throws Refusal after a compilation.
  void add_name(const std::string& expression);
  /// Throws Refusal for an option that is not one, and for a program that cannot be compiled. The
  /// log holds the messages.
  void compile(std::span<const char* const> options);

  bool compiled() const { return compiled_; }
  const std::string& log() const { return log_; }
  const std::string& ptx() const { return ptx_; }      ///< with the NUL; "" unless compiled
  const std::string& cubin() const { return cubin_; }  ///< "" for a virtual architecture
  /// Null unless the expression was added and compiled.
  const std::string* lowered_name(const std::string& expression) const;

 private:
  void run(const RtcOptions& options);
  std::string text_for_clang(const RtcOptions& options) const;

  std::string source_, name_;
  std::vector<Header> headers_;
  std::vector<std::string> expressions_;
  std::map<std::string, std::string> lowered_;
  std::string log_, ptx_, cubin_;
  bool compiled_ = false;
};

}  // namespace heddle::nvrtc
