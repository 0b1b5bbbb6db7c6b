// Atomic functions: device scope without a suffix, _block and _system for the other scopes. Device
// scope uses clang's builtins, which find out the address space; the other scopes are PTX.
#ifndef HEDDLE_DEVICE_ATOMICS_H
#define HEDDLE_DEVICE_ATOMICS_H

#include "qualifier.h"

// Read-modify-write of a type that a builtin knows as `carrier`.
#define HEDDLE_ATOMIC(name, type, carrier, builtin)                                 \
  HEDDLE_DEVICE type name(type* address, type value) {                              \
    return static_cast<type>(                                                       \
        builtin(reinterpret_cast<carrier*>(address), static_cast<carrier>(value))); \
  }
#define HEDDLE_ATOMIC_SCOPED(name, scope, type, operation, constraint) \
  HEDDLE_DEVICE type name(type* address, type value) {                 \
    type old;                                                          \
    asm volatile("atom." scope "." operation " %0, [%1], %2;"          \
                 : "=" constraint(old)                                 \
                 : "l"(address), constraint(value)                     \
                 : "memory");                                          \
    return old;                                                        \
  }
#define HEDDLE_ATOMIC_SCOPES(name, type, operation, constraint)          \
  HEDDLE_ATOMIC_SCOPED(name##_block, "cta", type, operation, constraint) \
  HEDDLE_ATOMIC_SCOPED(name##_system, "sys", type, operation, constraint)

#define HEDDLE_ATOMIC_ALL(name, type, carrier, builtin, operation, constraint) \
  HEDDLE_ATOMIC(name, type, carrier, builtin)                                  \
  HEDDLE_ATOMIC_SCOPES(name, type, operation, constraint)

HEDDLE_ATOMIC_ALL(atomicAdd, int, int, __nvvm_atom_add_gen_i, "add.s32", "r")
HEDDLE_ATOMIC_ALL(atomicAdd, unsigned, int, __nvvm_atom_add_gen_i, "add.u32", "r")
HEDDLE_ATOMIC_ALL(atomicAdd, unsigned long long, long long, __nvvm_atom_add_gen_ll, "add.u64", "l")
HEDDLE_ATOMIC_ALL(atomicAdd, float, float, __nvvm_atom_add_gen_f, "add.f32", "f")
HEDDLE_ATOMIC_ALL(atomicAdd, double, double, __nvvm_atom_add_gen_d, "add.f64", "d")

HEDDLE_ATOMIC_ALL(atomicExch, int, int, __nvvm_atom_xchg_gen_i, "exch.b32", "r")
HEDDLE_ATOMIC_ALL(atomicExch, unsigned, int, __nvvm_atom_xchg_gen_i, "exch.b32", "r")
HEDDLE_ATOMIC_ALL(atomicExch, unsigned long long, long long, __nvvm_atom_xchg_gen_ll, "exch.b64",
                  "l")

HEDDLE_ATOMIC_ALL(atomicMin, int, int, __nvvm_atom_min_gen_i, "min.s32", "r")
HEDDLE_ATOMIC_ALL(atomicMin, unsigned, unsigned, __nvvm_atom_min_gen_ui, "min.u32", "r")
HEDDLE_ATOMIC_ALL(atomicMin, long long, long long, __nvvm_atom_min_gen_ll, "min.s64", "l")
HEDDLE_ATOMIC_ALL(atomicMin, unsigned long long, unsigned long long, __nvvm_atom_min_gen_ull,
                  "min.u64", "l")
HEDDLE_ATOMIC_ALL(atomicMax, int, int, __nvvm_atom_max_gen_i, "max.s32", "r")
HEDDLE_ATOMIC_ALL(atomicMax, unsigned, unsigned, __nvvm_atom_max_gen_ui, "max.u32", "r")
HEDDLE_ATOMIC_ALL(atomicMax, long long, long long, __nvvm_atom_max_gen_ll, "max.s64", "l")
HEDDLE_ATOMIC_ALL(atomicMax, unsigned long long, unsigned long long, __nvvm_atom_max_gen_ull,
                  "max.u64", "l")

HEDDLE_ATOMIC_ALL(atomicInc, unsigned, unsigned, __nvvm_atom_inc_gen_ui, "inc.u32", "r")
HEDDLE_ATOMIC_ALL(atomicDec, unsigned, unsigned, __nvvm_atom_dec_gen_ui, "dec.u32", "r")

#define HEDDLE_ATOMIC_BITS(name, operation)                                                       \
  HEDDLE_ATOMIC_ALL(name, int, int, __nvvm_atom_##operation##_gen_i, #operation ".b32", "r")      \
  HEDDLE_ATOMIC_ALL(name, unsigned, int, __nvvm_atom_##operation##_gen_i, #operation ".b32", "r") \
  HEDDLE_ATOMIC_ALL(name, long long, long long, __nvvm_atom_##operation##_gen_ll,                 \
                    #operation ".b64", "l")                                                       \
  HEDDLE_ATOMIC_ALL(name, unsigned long long, long long, __nvvm_atom_##operation##_gen_ll,        \
                    #operation ".b64", "l")
HEDDLE_ATOMIC_BITS(atomicAnd, and)
HEDDLE_ATOMIC_BITS(atomicOr, or)
HEDDLE_ATOMIC_BITS(atomicXor, xor)

#define HEDDLE_ATOMIC_SUBTRACT(suffix, type)                        \
  HEDDLE_DEVICE type atomicSub##suffix(type* address, type value) { \
    return atomicAdd##suffix(address, 0 - value);                   \
  }
HEDDLE_ATOMIC_SUBTRACT(, int)
HEDDLE_ATOMIC_SUBTRACT(, unsigned)
HEDDLE_ATOMIC_SUBTRACT(_block, int)
HEDDLE_ATOMIC_SUBTRACT(_block, unsigned)
HEDDLE_ATOMIC_SUBTRACT(_system, int)
HEDDLE_ATOMIC_SUBTRACT(_system, unsigned)

#define HEDDLE_ATOMIC_EXCHANGE_FLOAT(suffix)                                              \
  HEDDLE_DEVICE float atomicExch##suffix(float* address, float value) {                   \
    return __builtin_bit_cast(float, atomicExch##suffix(reinterpret_cast<int*>(address),  \
                                                        __builtin_bit_cast(int, value))); \
  }
HEDDLE_ATOMIC_EXCHANGE_FLOAT()
HEDDLE_ATOMIC_EXCHANGE_FLOAT(_block)
HEDDLE_ATOMIC_EXCHANGE_FLOAT(_system)

#define HEDDLE_ATOMIC_CAS(type, carrier, builtin)                                                  \
  HEDDLE_DEVICE type atomicCAS(type* address, type compare, type value) {                          \
    return static_cast<type>(builtin(reinterpret_cast<carrier*>(address),                          \
                                     static_cast<carrier>(compare), static_cast<carrier>(value))); \
  }
HEDDLE_ATOMIC_CAS(int, int, __nvvm_atom_cas_gen_i)
HEDDLE_ATOMIC_CAS(unsigned, int, __nvvm_atom_cas_gen_i)
HEDDLE_ATOMIC_CAS(unsigned long long, long long, __nvvm_atom_cas_gen_ll)

#define HEDDLE_ATOMIC_CAS_SCOPED(suffix, scope, type, bits, constraint)           \
  HEDDLE_DEVICE type atomicCAS##suffix(type* address, type compare, type value) { \
    type old;                                                                     \
    asm volatile("atom." scope "cas." bits " %0, [%1], %2, %3;"                   \
                 : "=" constraint(old)                                            \
                 : "l"(address), constraint(compare), constraint(value)           \
                 : "memory");                                                     \
    return old;                                                                   \
  }
HEDDLE_ATOMIC_CAS_SCOPED(, "", unsigned short, "b16", "h")
HEDDLE_ATOMIC_CAS_SCOPED(_block, "cta.", unsigned short, "b16", "h")
HEDDLE_ATOMIC_CAS_SCOPED(_system, "sys.", unsigned short, "b16", "h")
HEDDLE_ATOMIC_CAS_SCOPED(_block, "cta.", int, "b32", "r")
HEDDLE_ATOMIC_CAS_SCOPED(_system, "sys.", int, "b32", "r")
HEDDLE_ATOMIC_CAS_SCOPED(_block, "cta.", unsigned, "b32", "r")
HEDDLE_ATOMIC_CAS_SCOPED(_system, "sys.", unsigned, "b32", "r")
HEDDLE_ATOMIC_CAS_SCOPED(_block, "cta.", unsigned long long, "b64", "l")
HEDDLE_ATOMIC_CAS_SCOPED(_system, "sys.", unsigned long long, "b64", "l")

#undef HEDDLE_ATOMIC
#undef HEDDLE_ATOMIC_SCOPED
#undef HEDDLE_ATOMIC_SCOPES
#undef HEDDLE_ATOMIC_ALL
#undef HEDDLE_ATOMIC_BITS
#undef HEDDLE_ATOMIC_SUBTRACT
#undef HEDDLE_ATOMIC_EXCHANGE_FLOAT
#undef HEDDLE_ATOMIC_CAS
#undef HEDDLE_ATOMIC_CAS_SCOPED

#endif
