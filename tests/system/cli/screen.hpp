// A terminal's screen, as far as heddle and plain programs use one: text, line ends, and the VT100
// sequences IND, RI, DECSC, DECRC, and erasing to the end of the line or of the screen.
#pragma once

#include <string>
#include <vector>

namespace heddle::test {

class Screen {
 public:
  Screen(unsigned rows, unsigned columns) : columns_(columns), lines_(rows) {}

  void write(const std::string& bytes);
  /// The line without blanks at its end.
  std::string line(unsigned row) const;
  /// All lines, those first that have scrolled off; without empty ones at the end.
  std::vector<std::string> lines() const;
  /// What has stood below the cursor after a line was drawn there, each time.
  const std::vector<std::string>& drawn() const { return drawn_; }

 private:
  void take(char byte);
  void control(char byte);
  void index();
  void put(char byte);

  unsigned columns_;
  std::vector<std::string> lines_;
  std::vector<std::string> scrolled_;  ///< off the screen
  unsigned row_ = 0, column_ = 0, saved_row_ = 0, saved_column_ = 0;
  std::string sequence_;  ///< begun, from the escape on
  std::vector<std::string> drawn_;
};

}  // namespace heddle::test
