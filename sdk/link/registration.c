// Registers linked device code (-rdc=true, -dlink): compiled by `heddle cc` into every such link,
// with HEDDLE_DEVICE_CODE the path of the container, written for a string of the assembler.
//
// The entries are those that clang writes for each kernel, variable and texture of the host side;
// their kinds are numbered as clang does.
#include <stddef.h>

struct entry {
  void* address;
  char* name;
  size_t size;
  int flags;
  int data;
};
extern const struct entry __start_cuda_offloading_entries[]
    __attribute__((weak, visibility("hidden")));
extern const struct entry __stop_cuda_offloading_entries[]
    __attribute__((weak, visibility("hidden")));

extern void** __cudaRegisterFatBinary(void*);
extern void __cudaRegisterFatBinaryEnd(void**);
extern void __cudaUnregisterFatBinary(void**);
extern int __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*,
                                  void*, int*);
extern void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int);
extern void __cudaRegisterTexture(void**, const void*, const void**, const char*, int, int, int);

__asm__(
    ".pushsection .nv_fatbin,\"a\"\n"
    ".balign 8\n"
    "heddle_linked_device_code:\n"
    ".incbin \"" HEDDLE_DEVICE_CODE
    "\"\n"
    ".popsection\n"
    ".pushsection .heddle_device_link,\"a\"\n"
    ".byte 1\n"
    ".popsection\n");
extern const char heddle_linked_device_code[] __attribute__((visibility("hidden")));

static struct {
  int magic, version;
  const void* data;
  void* unused;
} wrapper
    __attribute__((section(".nvFatBinSegment"))) = {0x466243b1, 1, heddle_linked_device_code, 0};
static void** handle;

enum {
  kind_mask = 7,
  texture = 3,
  is_extern = 8,
  is_constant = 16,
  is_normalized = 32,
  // Before the program's own static constructors, of which the first have 101, and after its
  // destructors.
  priority = 100
};

__attribute__((constructor(priority))) static void register_all(void) {
  handle = __cudaRegisterFatBinary(&wrapper);
  for (const struct entry* e = __start_cuda_offloading_entries; e != __stop_cuda_offloading_entries;
       ++e) {
    if (!e->address) continue;
    const int external = !!(e->flags & is_extern);
    if (!e->size)
      __cudaRegisterFunction(handle, e->address, e->name, e->name, -1, 0, 0, 0, 0, 0);
    else if ((e->flags & kind_mask) == texture)
      __cudaRegisterTexture(handle, e->address, (const void**)e->name, e->name, e->data,
                            !!(e->flags & is_normalized), external);
    else
      __cudaRegisterVar(handle, e->address, e->name, e->name, external, e->size,
                        !!(e->flags & is_constant), 0);
  }
  __cudaRegisterFatBinaryEnd(handle);
}

__attribute__((destructor(priority))) static void unregister_all(void) {
  __cudaUnregisterFatBinary(handle);
}
