// An experiment's records as a Markdown page: counts, headline claims, all claims, and
// the notes. Everything in the page comes from the files of the experiment.
#pragma once

#include <filesystem>
#include <string>

#include "study/claims/experiment.hpp"

namespace heddle::study {

/// The page as it stands in `folder`, an absolute path, from which its links begin.
std::string markdown_page(const Experiment& experiment, const std::filesystem::path& folder);

/// The text of a Markdown file in `from`, with links to files that lead to the same files from
/// `to`.
std::string moved_links(const std::string& text, const std::filesystem::path& from,
                        const std::filesystem::path& to);

}  // namespace heddle::study
