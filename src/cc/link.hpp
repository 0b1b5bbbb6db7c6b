// Makes a program, a shared library or an archive from objects and libraries. A device link comes
// first if objects carry relocatable device code.
#pragma once

#include <string>
#include <vector>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// The inputs of a link, in order. Each compiled source is replaced by its object.
using LinkItems = std::vector<Input>;

/// Links a program, or a shared library with -shared.
void link_program(Session& session, LinkItems items, const std::string& output);

/// Makes the object of -dlink, which registers the linked device code. Without device code the
/// object registers nothing.
void link_device(Session& session, const LinkItems& items, const std::string& object);

void make_archive(Session& session, const LinkItems& items, const std::string& archive);

/// The first words of the host link. -v prints them for build systems that look for the linker.
std::vector<std::string> link_launcher(const Session& session);

/// The `-L` flags for the libraries of the SDK tree, and the libraries that every program gets.
std::vector<std::string> runtime_folders(const Session& session);
std::vector<std::string> runtime_libraries(const Session& session);

}  // namespace heddle::cc
