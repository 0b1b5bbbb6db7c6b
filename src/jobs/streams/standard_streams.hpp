// Writes to the standard streams of a command. Standard output carries the answer, and an answer
// that cannot be written is an error. Standard error carries messages, and a message that cannot be
// written is dropped.
#pragma once

#include <cstddef>
#include <string_view>

namespace heddle::jobs {

/// Takes the descriptors of closed standard streams (0 to 2), so that no file that is opened later
/// is mistaken for a standard stream. Reading from and writing to such a stream still fails. A
/// program that this process starts finds the stream closed.
void occupy_closed_streams();

/// Writes a text to standard error, with control characters made visible
/// (base/text/visible_text.hpp). Drops a text that cannot be written.
void say(std::string_view text) noexcept;
/// Writes a text to standard error as it is, with the escape sequences that move the cursor. The
/// caller must make control characters in names visible.
void draw(std::string_view text) noexcept;
/// Writes a text for people to standard output, with control characters made visible. Output for
/// programs (JSON, CSV) is written without this function.
void answer(std::string_view text);

/// Columns of the terminal behind a stream (STDOUT_FILENO, STDERR_FILENO); 0 if the stream is no
/// terminal.
unsigned terminal_width(int stream);
/// Columns of the terminal behind standard output; 0 if it is no terminal.
unsigned terminal_width();
/// Columns that a progress line may take on the terminal behind standard error.
std::size_t progress_width();

/// Throws Error if something printed to standard output could not be written.
void check_output();

}  // namespace heddle::jobs
