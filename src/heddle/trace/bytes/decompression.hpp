// Sources that decompress the bytes of another source. Several compressed streams in a row count as
// one, as for the tools gzip, xz and zstd.
#pragma once

#include <memory>
#include <string_view>

#include "heddle/trace/bytes/byte_source.hpp"

namespace heddle::trace {

std::unique_ptr<ByteSource> decompress_gzip(std::unique_ptr<ByteSource> from);
std::unique_ptr<ByteSource> decompress_xz(std::unique_ptr<ByteSource> from);
/// `dictionary`: what the data were compressed with; "" if nothing. The source keeps a copy.
std::unique_ptr<ByteSource> decompress_zstd(std::unique_ptr<ByteSource> from,
                                            std::string_view dictionary);

}  // namespace heddle::trace
