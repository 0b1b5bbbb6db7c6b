#include "screen.hpp"

#include <stdexcept>

namespace heddle::test {

void Screen::write(const std::string& bytes) {
  for (const char byte : bytes) take(byte);
}

std::string Screen::line(unsigned row) const {
  std::string text = lines_.at(row);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::vector<std::string> Screen::lines() const {
  std::vector<std::string> all = scrolled_;
  for (unsigned row = 0; row < lines_.size(); ++row) all.push_back(line(row));
  while (!all.empty() && all.back().empty()) all.pop_back();
  return all;
}

void Screen::index() {
  if (row_ + 1 < lines_.size()) {
    ++row_;
    return;
  }
  scrolled_.push_back(line(0));
  lines_.erase(lines_.begin());
  lines_.emplace_back();
}

void Screen::put(char byte) {
  if (column_ == columns_) {
    index();
    column_ = 0;
  }
  std::string& text = lines_[row_];
  if (text.size() <= column_) text.resize(column_ + 1, ' ');
  text[column_++] = byte;
}

void Screen::control(char byte) {
  switch (byte) {
    case 'D':
      return index();
    case 'M':
      if (row_ == 0) throw std::runtime_error("the screen would scroll down");
      --row_;
      return;
    case '7':
      saved_row_ = row_;
      saved_column_ = column_;
      return;
    case '8':
      row_ = saved_row_;
      column_ = saved_column_;
      if (row_ + 1 < lines_.size()) drawn_.push_back(line(row_ + 1));
      return;
    default:
      throw std::runtime_error(std::string("an unknown sequence: ") + byte);
  }
}

void Screen::take(char byte) {
  if (!sequence_.empty()) {
    sequence_ += byte;
    if (sequence_ == "\x1b[") return;
    if (sequence_ == "\x1b[K" || sequence_ == "\x1b[J") {
      lines_[row_].resize(std::min<std::size_t>(lines_[row_].size(), column_));
      for (unsigned row = row_ + 1; byte == 'J' && row < lines_.size(); ++row) lines_[row].clear();
    } else {
      control(byte);
    }
    sequence_.clear();
    return;
  }
  if (byte == '\x1b') {
    sequence_ = byte;
  } else if (byte == '\n') {
    index();
  } else if (byte == '\r') {
    column_ = 0;
  } else {
    put(byte);
  }
}

}  // namespace heddle::test
