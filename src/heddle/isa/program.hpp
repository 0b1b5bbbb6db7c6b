// A kernel in the form that the machine runs: the code of the kernel and of every function that it
// can call, the rows of its constants, and the resources that a launch must provide. A program does
// not depend on where its module is loaded: constants name the addresses of variables by symbol.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/base/exception.hpp"
#include "heddle/isa/annotations.hpp"
#include "heddle/isa/instruction.hpp"
#include "heddle/isa/source_text.hpp"

namespace heddle::isa {

/// Values that are equal for all threads of a grid. The launch provides the values.
enum class Uniform : std::uint8_t {
  ntid_x,
  ntid_y,
  ntid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  gridid_low,
  gridid_high,
  dynamic_shared_size,
  total_shared_size,
  nsmid,
  nwarpid,
  // Of the grid's clusters. A grid without clusters has clusters of one block.
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_nctarank,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  is_explicit_cluster,
};

/// Values that differ between threads, warps or blocks, or change with time. The operation `sreg`
/// reads the register with number Modifiers::immediate.
enum class SpecialRegister : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  laneid,
  warpid,
  smid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  clock,
  clock_hi,
  clock64,
  globaltimer,
  globaltimer_lo,
  globaltimer_hi,
  zero,
  // The block's place in its cluster, and the cluster's place in the grid.
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_ctarank,
  clusterid_x,
  clusterid_y,
  clusterid_z,
};

/// One constant row: a 32-bit word that all lanes see. A 64-bit constant takes two rows, low word
/// first.
struct ConstantRow {
  enum class Kind : std::uint8_t {
    immediate,  ///< the constant is `value`
    parameter,  ///< the `bytes` bytes at byte `value` of the parameter block, extended to 32 bits
    symbol,   ///< word `half` of this sum: generic address of module variable `index`, plus `value`
    uniform,  ///< the launch's value of `uniform`
  };
  Kind kind = Kind::immediate;
  Uniform uniform{};
  std::uint8_t half = 0;     ///< 0: low word, 1: high word
  std::uint8_t bytes = 4;    ///< size of a parameter: 1, 2 or 4
  bool sign_extend = false;  ///< the parameter is signed and narrower than a word
  std::uint32_t index = 0;
  std::int64_t value = 0;
  bool operator==(const ConstantRow&) const = default;
};

/// A function of a program. A call moves the register window: row 0 of the callee is row `rows` of
/// the caller. The caller therefore passes parameters and reads results in the rows after its own
/// rows.
struct Function {
  std::string name;
  Pc entry = 0;
  Pc end = 0;                     ///< one past the last instruction
  std::uint32_t rows = 0;         ///< register rows of a frame, including parameters and results
  std::uint32_t scalar_rows = 0;  ///< number of scalar rows, which have one word for the whole
                                  ///< warp; these are the last rows of the frame
  std::uint32_t predicates = 0;
  std::uint32_t scalar_predicates = 0;  ///< number of scalar predicates, which have one bit for the
                                        ///< whole warp; these are the last predicates of the frame
  std::uint32_t local_bytes = 0;        ///< bytes of local memory of a frame, a multiple of 16
  /// Number of rows of results and parameters. These rows are the first rows of the frame, results
  /// before parameters.
  std::uint32_t incoming = 0;
  std::uint32_t results = 0;  ///< number of result rows, the first of the `incoming` rows
  /// Code address of the function, which is the content of function pointers. The address is equal
  /// in all programs of a module.
  Addr address = 0;

  /// A frame holds its vectors first, then its scalars. The rows after the frame pass arguments and
  /// results of calls and are vectors.
  std::uint32_t vector_rows() const { return rows - scalar_rows; }
  std::uint32_t vector_predicates() const { return predicates - scalar_predicates; }
  bool is_scalar_row(std::uint32_t row) const { return row >= vector_rows() && row < rows; }
  bool is_scalar_predicate(std::uint32_t predicate) const {
    return predicate >= vector_predicates() && predicate < predicates;
  }
};

/// One kernel parameter in the parameter block.
struct Parameter {
  std::string name;
  std::uint32_t offset = 0, bytes = 0, alignment = 0;
};

struct Program {
  std::string name;
  std::string file;                    ///< name of the PTX file, for messages
  std::optional<SourceError> refusal;  ///< why the kernel has no code; empty: it can run
  std::vector<Instruction> code;
  std::vector<ConstantRow> constants;
  std::vector<Function> functions;             ///< [0] is the kernel
  std::vector<std::vector<Pc>> branch_tables;  ///< targets of brx.idx, one list for each table
  std::vector<Parameter> parameters;
  std::uint32_t parameter_bytes = 0;

  /// The code has scalar registers, for values that are equal in all threads of a warp.
  bool has_scalar_class = false;
  std::uint32_t registers = 0;  ///< 32-bit registers of each thread, as occupancy counts them
  /// Number of scalar registers (32-bit words) of each warp, in addition to `registers`. 0 if the
  /// code has no scalar registers.
  std::uint32_t scalar_registers = 0;
  std::uint32_t least_registers = 0;  ///< number of registers that the code needs; at most
                                      ///< `registers`
  /// Register rows of the deepest call chain. For a recursive program: rows of one frame of each
  /// function.
  std::uint32_t rows = 0;
  std::uint32_t predicates = 0;  ///< number of predicates, counted over the call chain like `rows`
  /// Bytes of local memory of each thread, counted over the call chain like `rows`.
  std::uint32_t local_bytes = 0;
  /// The program recurses, or may recurse through function pointers. The depth of its stack is then
  /// known only at run time.
  bool recursive = false;
  std::uint32_t shared_bytes = 0;  ///< bytes of static shared memory of each block
  std::uint32_t max_threads = 0;   ///< product of .maxntid; 0: not given
  Dim3 required_block{0, 0, 0};    ///< .reqntid; zeros: not given
  Dim3 cluster{0, 0, 0};           ///< .reqnctapercluster: blocks of a cluster; zeros: not given
  std::uint32_t max_cluster = 0;   ///< .maxclusterrank: most blocks of a cluster; 0: not given
  bool needs_cluster = false;      ///< .explicitcluster: every launch must name clusters
  std::uint32_t min_blocks = 0;    ///< .minnctapersm
  bool uses_printf = false, uses_heap = false;
  bool uses_launches = false;  ///< the code launches kernels
  bool uses_waits = false;     ///< the code waits for kernels that it has launched

  /// Results of the compiler's analyses. Null: the compiler's caller did not ask for them.
  std::shared_ptr<const Annotations> annotations;
  /// Text of the whole module. Null: the compiler's caller did not ask for the text.
  std::shared_ptr<const SourceText> source;
};

/// Windows of the generic address space. Nothing is mapped below kSharedWindow, so an access
/// through a null pointer faults.
inline constexpr Addr kSharedWindow = 0x0100'0000, kSharedWindowBytes = 0x0100'0000;
inline constexpr Addr kLocalWindow = 0x0200'0000, kLocalWindowBytes = 0x0200'0000;
/// The shared memory of the blocks of a cluster (.shared::cluster), kClusterShare bytes for each
/// block in the order of ranks. An address in shared memory is the generic address less
/// kSharedWindow, so the same conversion serves both windows.
inline constexpr Addr kClusterWindow = 0x0400'0000, kClusterShare = 0x0040'0000;
inline constexpr Addr kClusterOffset = kClusterWindow - kSharedWindow;
inline constexpr std::uint32_t kMostClusterBlocks = 16;
inline constexpr Addr kClusterWindowBytes = kMostClusterBlocks * kClusterShare;
/// The kernel's parameters.
inline constexpr Addr kParameterWindow = 0x0F00'0000, kParameterWindowBytes = 0x0010'0000;
/// Code addresses are kCodeWindow + 16 * the function's number in the module.
inline constexpr Addr kCodeWindow = 0x0800'0000;
inline constexpr Addr kGlobalBase = 0x1000'0000;

}  // namespace heddle::isa
