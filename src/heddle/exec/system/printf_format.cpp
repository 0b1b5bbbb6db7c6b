#include "heddle/exec/system/printf_format.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include <locale.h>

namespace heddle::exec {
namespace {

/// While the object lives, the calling thread formats numbers in the C locale.
class CLocale {
 public:
  CLocale() : locale_(newlocale(LC_ALL_MASK, "C", nullptr)), before_(uselocale(locale_)) {}
  ~CLocale() {
    uselocale(before_);
    freelocale(locale_);
  }
  CLocale(const CLocale&) = delete;
  CLocale& operator=(const CLocale&) = delete;

 private:
  locale_t locale_;
  locale_t before_;
};

template <typename T>
std::string print_one(const std::string& specification, T value) {
  char small[128];
  const int length = std::snprintf(small, sizeof small, specification.c_str(), value);
  if (length < 0) return {};
  if (static_cast<std::size_t>(length) < sizeof small)
    return {small, static_cast<std::size_t>(length)};
  std::string large(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(large.data(), large.size(), specification.c_str(), value);
  large.pop_back();
  return large;
}

class Formatter {
 public:
  Formatter(const std::string& format, const PrintfMemory& memory)
      : format_(format), memory_(memory) {}

  PrintfText run() {
    while (at_ < format_.size()) {
      const std::size_t percent = std::min(format_.find('%', at_), format_.size());
      out_.text.append(format_, at_, percent - at_);
      at_ = percent;
      if (at_ < format_.size()) conversion();
    }
    return std::move(out_);
  }

 private:
  template <typename T>
  T next() {
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    memory_.argument(offset_, &value, sizeof value);
    offset_ += sizeof value;
    ++out_.arguments;
    return value;
  }

  bool is_one_of(const char* set) const {
    return at_ < format_.size() &&
           std::string_view(set).find(format_[at_]) != std::string_view::npos;
  }
  void take_while(const char* set) {
    while (is_one_of(set)) specification_ += format_[at_++];
  }
  /// Reads a width or a precision: digits, or an argument for `*`. Returns 0 if there is none. The
  /// value is at most kMaximumWidth.
  int number() {
    int value = 0;
    if (is_one_of("*")) {
      ++at_;
      value = next<std::int32_t>();
    } else {
      while (is_one_of("0123456789"))
        value = std::min(value * 10 + (format_[at_++] - '0'), kMaximumWidth);
    }
    return std::clamp(value, -kMaximumWidth, kMaximumWidth);
  }

  /// Reads the rest after a percent sign: flags, width, precision, length, conversion.
  void conversion() {
    const std::size_t start = at_++;
    const auto saved = offset_;
    specification_.assign(1, '%');
    take_while("-+ #0");
    // A width below 0 means the flag `-` and the positive width.
    if (const int width = number(); width != 0) specification_ += std::to_string(width);
    if (is_one_of(".")) {
      ++at_;
      // A precision below 0 counts as none.
      if (const int precision = number(); precision >= 0)
        specification_ += "." + std::to_string(precision);
    }
    std::string length;
    while (is_one_of("hljztL")) length += format_[at_++];
    if (at_ < format_.size() && print(format_[at_], length)) {
      ++at_;
      return;
    }
    offset_ = saved;
    out_.text.append(format_, start, at_ - start);
  }

  bool print(char conversion, const std::string& length) {
    switch (conversion) {
      case '%':
        out_.text += '%';
        return true;
      case 'c':
        return append(conversion, "", next<std::int32_t>());
      case 's':
        return append_text(next<std::uint64_t>());
      case 'p':
        return append('p', "", reinterpret_cast<void*>(next<std::uint64_t>()));
      case 'd':
      case 'i':
        return print_signed(conversion, length);
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        return print_unsigned(conversion, length);
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        return append(conversion, "", next<double>());
      default:
        return false;
    }
  }

  static bool is_long(const std::string& length) {
    return length.find_first_of("ljzt") != std::string::npos;
  }
  bool print_signed(char conversion, const std::string& length) {
    if (is_long(length)) return append(conversion, "ll", next<long long>());
    return append(conversion, length, next<std::int32_t>());
  }
  bool print_unsigned(char conversion, const std::string& length) {
    if (is_long(length)) return append(conversion, "ll", next<unsigned long long>());
    return append(conversion, length, next<std::uint32_t>());
  }
  bool append_text(Addr address) {
    const std::string text = address == 0 ? "(null)" : memory_.text(address);
    return append('s', "", text.c_str());
  }
  template <typename T>
  bool append(char conversion, const std::string& length, T value) {
    out_.text += print_one(specification_ + length + conversion, value);
    return true;
  }

  static constexpr int kMaximumWidth = 4096;

  const std::string& format_;
  const PrintfMemory& memory_;
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;
  std::string specification_;
  PrintfText out_;
};

}  // namespace

PrintfText format_printf(const std::string& format, const PrintfMemory& memory) {
  const CLocale locale;
  return Formatter(format, memory).run();
}

}  // namespace heddle::exec
