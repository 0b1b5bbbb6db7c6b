// Copies the text and the source positions (.loc) of a parsed module.
#pragma once

#include <memory>

#include "heddle/isa/source_text.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

std::shared_ptr<const isa::SourceText> source_text_of(const ptx::Module& module);

}  // namespace heddle::compile
