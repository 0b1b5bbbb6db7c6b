// The records of an experiment as a Markdown page: counts, headline claims, all claims, and notes.
// All text comes from the files of the experiment.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "study/claims/experiment.hpp"

namespace heddle::study {

/// The page. Its links are relative to `folder`, an absolute path.
std::string markdown_page(const Experiment& experiment, const std::filesystem::path& folder);

/// The pictures that the page shows, which lie beside the page. Key: file name; value: SVG.
std::map<std::string, std::string> page_pictures(const Experiment& experiment);

/// Moves the text of a Markdown file from folder `from` to folder `to`: changes relative links so
/// that they lead to the same files.
std::string moved_links(const std::string& text, const std::filesystem::path& from,
                        const std::filesystem::path& to);

}  // namespace heddle::study
