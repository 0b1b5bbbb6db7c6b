# Packages of an installation, by `cpack` in the build folder: one of Debian 12, and an archive that runs from whatever
# folder it is unpacked in.
set(CPACK_GENERATOR DEB TXZ)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR "the heddle authors")
set(CPACK_PACKAGE_CONTACT "the heddle authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "cycle-level GPU simulator that runs CUDA programs")
set(CPACK_PACKAGE_DESCRIPTION
    "heddle compiles CUDA C++ programs and runs them on a simulated GPU, cycle by cycle, on a machine without a GPU and without a CUDA SDK.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME heddle-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

# What programs are compiled with, by `heddle cc`; and what the programs of heddle are linked to.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "libc6, libstdc++6, libfmt9, libtomlplusplus3, libsqlite3-0, libzstd1, liblz4-1, liblzma5, zlib1g, g++, clang-19, llvm-19, libclc-19, libthrust-dev, libcub-dev, libcu++-dev")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# The library lies where the linker of the system looks.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/debian/triggers)
include(CPack)
