// What `heddle cc` says of itself: version and help, and the lines of -v and -dryrun that build
// systems parse.
#pragma once

#include <span>
#include <string>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// Of --help.
std::string help_text();

/// Answers --version, --help, --list-gpu-arch, --list-gpu-code; false if none was asked.
bool answer_question(std::span<const std::string> arguments);

/// The lines "#$ NAME=value" of -v and -dryrun.
void introduce(const Session& session);

}  // namespace heddle::cc
