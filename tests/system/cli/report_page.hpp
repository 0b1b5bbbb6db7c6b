// The data in a page of `heddle report`, and the page as a browser draws it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "command_runner.hpp"

namespace heddle::test {

/// Throws for a page without data.
nlohmann::json data_of_page(const std::string& page);

/// Whether there is a browser that draws pages without a screen.
bool has_browser();

/// The page after its scripts have run; what the browser says, errors of the page among it.
Finished drawn(const Playground& folder, const std::string& page);

/// The same, after a further script, which ends with done(what it has seen).
Finished drawn_after(const Playground& folder, const std::string& page, const std::string& script);
/// What that script has seen.
nlohmann::json said_by(const Finished& drawn);

}  // namespace heddle::test
