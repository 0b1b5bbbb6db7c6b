// A table of texts, printed with aligned columns or as Markdown.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// Breaks the text into lines of at most `width` characters. A longer word gets a longer line of
/// its own.
std::vector<std::string> wrapped(std::string_view words, std::size_t width);

struct Table {
  std::vector<std::string> columns;  ///< headings
  std::vector<std::vector<std::string>> rows;

  /// Aligns all columns except the first `left` ones to the right.
  void align_right(std::size_t left = 1);
  /// Aligns these columns to the right.
  void align_right(std::initializer_list<std::size_t> numbers);
  /// Removes the column with this heading, if there is one.
  void leave_out(std::string_view heading);
  /// Removes the columns in which every row has a dash or nothing.
  void leave_out_dashes();
  /// The table with aligned columns. `room` is the width of the terminal in characters; 0: no
  /// limit. If the table is wider than `room`, the texts of its widest columns are wrapped.
  std::string text(std::size_t room = 0) const;
  std::string markdown() const;
  /// Characters in the longest line of the table without wrapping.
  std::size_t width() const;

 private:
  void pad(std::size_t column);
  void erase(std::size_t column);
  void make_visible();  ///< escapes control characters (base/text/visible_text.hpp)
  /// Widths of the columns. The widths add up to at most `room` characters, unless a column with
  /// wrapped text would then be narrower than its least width.
  std::vector<std::size_t> widths(std::size_t room) const;
};

}  // namespace heddle::study
