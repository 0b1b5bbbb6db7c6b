// Prints the version and the help of `heddle cc`, and the lines of -v and -dryrun that build
// systems parse.
#pragma once

#include <span>
#include <string>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// The text of --help.
std::string help_text();

/// Answers --version, --help, --list-gpu-arch and --list-gpu-code. Returns false if none is given.
bool answer_question(std::span<const std::string> arguments);

/// Prints the lines "#$ NAME=value" of -v and -dryrun.
void introduce(const Session& session);

}  // namespace heddle::cc
