// Objects and libraries to a program, a shared library or an archive; before that the device link,
// where objects carry relocatable device code.
#pragma once

#include <string>
#include <vector>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// What is linked, in order: compiled inputs are replaced by their objects.
using LinkItems = std::vector<Input>;

/// A program, or with -shared a library.
void link_program(Session& session, LinkItems items, const std::string& output);

/// The object of -dlink: it registers the linked device code, and nothing where there is none.
void link_device(Session& session, const LinkItems& items, const std::string& object);

void make_archive(Session& session, const LinkItems& items, const std::string& archive);

/// The host link's first words, as -v shows them to those who ask which linker is used.
std::vector<std::string> link_launcher(const Session& session);

/// `-L` flags of the tree's libraries, and the libraries that every program gets.
std::vector<std::string> runtime_folders(const Session& session);
std::vector<std::string> runtime_libraries(const Session& session);

}  // namespace heddle::cc
