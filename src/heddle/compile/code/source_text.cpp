#include "heddle/compile/code/source_text.hpp"

namespace heddle::compile {

std::shared_ptr<const isa::SourceText> source_text_of(const ptx::Module& module) {
  auto text = std::make_shared<isa::SourceText>(*module.text);
  for (const ptx::SourceFile& file : module.files)
    text->add_file(file.number, std::string(file.name));
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.body)
      text->set_place(instruction.place.line, instruction.source.file, instruction.source.line);
  }
  return text;
}

}  // namespace heddle::compile
