// Lowers one PTX instruction to machine instructions. The lowering of most instructions follows the
// signature of their row in the op table. Each family of instructions with special rules has its
// own file.
#pragma once

#include <string_view>

#include "heddle/compile/lowering/builder.hpp"
#include "heddle/isa/op_pattern.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Lowers an instruction of any family.
void lower_instruction(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match);

/// Lowers an instruction only by the signature of its row in the op table. The operands are in
/// order, destinations first.
void lower_by_signature(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch& match);

// lower_move.cpp
void lower_move(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);
void lower_vector_move(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match);
void lower_address_conversion(Builder& builder, const ptx::Instruction& instruction,
                              const isa::OpMatch& match);
void lower_conversion(Builder& builder, const ptx::Instruction& instruction,
                      const isa::OpMatch& match);

// lower_memory.cpp
void lower_load(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);
void lower_store(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);
void lower_atomic(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);
void lower_texture(Builder& builder, const ptx::Instruction& instruction,
                   const isa::OpMatch& match);
void lower_cache_policy(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch& match);

// matrix/lower_matrix.cpp
void lower_mma(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);
void lower_matrix_access(Builder& builder, const ptx::Instruction& instruction,
                         const isa::OpMatch& match);

// matrix/lower_warpgroup.cpp
void lower_warpgroup_product(Builder& builder, const ptx::Instruction& instruction,
                             const isa::OpMatch& match);

// matrix/lower_matrix_memory.cpp
void lower_matrix_load(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match);
void lower_matrix_store(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch& match);

// async/lower_async.cpp
void lower_async_copy(Builder& builder, const ptx::Instruction& instruction,
                      const isa::OpMatch& match);
/// Lowers by the signature, for instructions that not every device has.
void lower_with_capability(Builder& builder, const ptx::Instruction& instruction,
                           const isa::OpMatch& match);
void lower_copy_arrival(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch& match);
void lower_mbarrier_arrival(Builder& builder, const ptx::Instruction& instruction,
                            const isa::OpMatch& match);
/// Lowers all other instructions on barriers in shared memory.
void lower_mbarrier(Builder& builder, const ptx::Instruction& instruction,
                    const isa::OpMatch& match);

// async/lower_bulk.cpp
void lower_bulk_copy(Builder& builder, const ptx::Instruction& instruction,
                     const isa::OpMatch& match);
/// Lowers st.async and red.async.
void lower_async_store(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match);
void lower_tensor_map_change(Builder& builder, const ptx::Instruction& instruction,
                             const isa::OpMatch& match);
/// Lowers setmaxnreg.
void lower_register_count(Builder& builder, const ptx::Instruction& instruction,
                          const isa::OpMatch& match);

// video/lower_video.cpp
/// Whether an operand of the instruction names a part of its register.
bool has_selectors(const ptx::Instruction& instruction);
/// Lowers a video instruction of any form.
void lower_video(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);

// lower_parameter.cpp: ld.param and st.param
void lower_parameter_load(Builder& builder, const ptx::Instruction& instruction,
                          const isa::OpMatch& match);
void lower_parameter_store(Builder& builder, const ptx::Instruction& instruction,
                           const isa::OpMatch& match);

// lower_call.cpp
void lower_call(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);
void lower_return(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);

// lower_control.cpp
void lower_branch(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match);
void lower_branch_by_index(Builder& builder, const ptx::Instruction& instruction,
                           const isa::OpMatch& match);
void lower_barrier_reduction(Builder& builder, const ptx::Instruction& instruction,
                             const isa::OpMatch& match);

/// Base and offset of an address operand. The base has as many rows as the modifiers of the
/// instruction say.
struct MemoryAddress {
  isa::Operand base;
  std::int64_t offset = 0;
};
/// Lowers an address operand of the instruction with these modifiers. If the instruction has no
/// state space and the address names a symbol, sets the space of the modifiers to the symbol's
/// space. If the address is a register of 32 bits where the space has addresses of 64, sets
/// Modifiers::short_address.
MemoryAddress lower_address(Builder& builder, const ptx::Operand& operand,
                            isa::Modifiers& modifiers);

/// Throws SourceError unless the instruction has between `least` and `most` operands.
void expect_operands(Builder& builder, const ptx::Instruction& instruction, std::size_t least,
                     std::size_t most);

/// Returns the elements of a vector operand, or the operand itself if it is no vector.
std::vector<const ptx::Operand*> elements_of(const ptx::Operand& operand);

/// Like the function above. Throws SourceError if the number of elements is not `count`.
std::vector<const ptx::Operand*> elements_of(Builder& builder, const ptx::Operand& operand,
                                             unsigned count);

/// Whether a call of the function, which has no body, becomes a system call.
bool is_service(std::string_view function);

}  // namespace heddle::compile
