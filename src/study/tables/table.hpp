// Rows of words in aligned columns, or as a Markdown table.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// The words in lines of at most `width` characters, as far as single words allow.
std::vector<std::string> wrapped(std::string_view words, std::size_t width);

struct Table {
  std::vector<std::string> columns;  ///< headings
  std::vector<std::vector<std::string>> rows;

  /// Pads all columns but the first ones, `left` of them, so that digits line up.
  void align_right(std::size_t left = 1);
  /// Pads these columns.
  void align_right(std::initializer_list<std::size_t> numbers);
  /// Leaves out the column of that heading.
  void leave_out(std::string_view heading);
  /// Leaves out the columns in which all rows have a dash.
  void leave_out_dashes();
  /// `room`: the columns of a terminal; where the table has more, the widest columns are wrapped.
  /// 0: there is none.
  std::string text(std::size_t room = 0) const;
  std::string markdown() const;
  /// Characters of its longest line, if nothing is wrapped.
  std::size_t width() const;

 private:
  void pad(std::size_t column);
  void erase(std::size_t column);
  void make_visible();  ///< all words (base/text/visible_text.hpp)
  /// Of the columns, so that a line has no more than `room` characters, if that can be.
  std::vector<std::size_t> widths(std::size_t room) const;
};

}  // namespace heddle::study
