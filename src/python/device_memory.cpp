// Device memory, and copies between device memory and NumPy arrays or other buffers.
#include "device.hpp"
#include "heddle/base/error.hpp"

namespace heddle::python {
namespace {

/// A view of a buffer that is contiguous in C order. Throws Error for any other buffer.
class Bytes {
 public:
  Bytes(const py::buffer& of, bool to_write) {
    const int flags = to_write ? PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE : PyBUF_C_CONTIGUOUS;
    if (PyObject_GetBuffer(of.ptr(), &view_, flags) == 0) return;
    PyErr_Clear();
    fail("the host's array must lie in one piece in C order{}: numpy.ascontiguousarray makes one",
         to_write ? " and be writeable" : "");
  }
  ~Bytes() { PyBuffer_Release(&view_); }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  void* data() const { return view_.buf; }
  std::uint64_t size() const { return static_cast<std::uint64_t>(view_.len); }

 private:
  Py_buffer view_{};
};

}  // namespace

Addr PythonDevice::allocate(std::uint64_t bytes) {
  const Use use(*this);
  if (bytes == 0) fail("an allocation of 0 bytes has no address");
  const Addr address = device_->memory().allocate(bytes);
  if (address == 0) {
    fail("{} bytes do not fit in device memory, of which {} are free (device.memory_bytes)", bytes,
         device_->memory().free_bytes());
  }
  return address;
}

void PythonDevice::release(Addr address) {
  const Use use(*this);
  if (!device_->memory().free(address)) fail("no allocation begins at {:#x}", address);
}

void PythonDevice::write(Addr to, const py::buffer& from) {
  const Use use(*this);
  const Bytes bytes(from, false);
  const Unlocked unlocked;
  device_->memory().write(to, bytes.data(), bytes.size());
}

void PythonDevice::read(Addr from, const py::buffer& to) {
  const Use use(*this);
  const Bytes bytes(to, true);
  const Unlocked unlocked;
  device_->memory().read(from, bytes.data(), bytes.size());
}

}  // namespace heddle::python
