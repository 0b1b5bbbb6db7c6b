// What the command itself says. Standard output is its answer, and an answer that cannot be written
// is an error; standard error is talk, and nothing depends on whether anyone can hear it.
#pragma once

#include <cstddef>
#include <string_view>

namespace heddle::jobs {

/// Takes the numbers 0 to 2 where they are closed, so that no file that is opened later is mistaken
/// for a standard stream. Reading from and writing to them fails as before, and a program that is
/// started finds them closed.
void occupy_closed_streams();

/// Writes to standard error, with control characters written out (base/text/visible_text.hpp); a
/// text that cannot be written is dropped.
void say(std::string_view text) noexcept;
/// The same of a text that moves the cursor: names in it have to be visible already.
void draw(std::string_view text) noexcept;
/// Writes a text for people to standard output, with control characters written out. What programs
/// read (JSON, CSV) goes there as it is.
void answer(std::string_view text);

/// Columns of the terminal that a stream (STDOUT_FILENO, STDERR_FILENO) is; 0 where it is none.
unsigned terminal_width(int stream);
/// Of standard output.
unsigned terminal_width();
/// The longest progress line that fits on the terminal that standard error is.
std::size_t progress_width();

/// Throws Error if something printed to standard output did not arrive.
void check_output();

}  // namespace heddle::jobs
