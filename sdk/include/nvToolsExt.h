// NVTX's annotations of ranges and marks: accepted and forgotten.
#ifndef HEDDLE_NV_TOOLS_EXT_H
#define HEDDLE_NV_TOOLS_EXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 2
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3
} nvtxPayloadType_t;
typedef struct nvtxEventAttributes_t {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
  } payload;
  int32_t messageType;
  union {
    const char* ascii;
    const wchar_t* unicode;
  } message;
} nvtxEventAttributes_t;

static inline void nvtxMarkA(const char* message) { (void)message; }
static inline void nvtxMark(const char* message) { (void)message; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t* attributes) { (void)attributes; }
static inline nvtxRangeId_t nvtxRangeStartA(const char* message) { return (void)message, 0; }
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* attributes) {
  return (void)attributes, 0;
}
static inline void nvtxRangeEnd(nvtxRangeId_t range) { (void)range; }
static inline int nvtxRangePushA(const char* message) { return (void)message, 0; }
static inline int nvtxRangePush(const char* message) { return (void)message, 0; }
static inline int nvtxRangePushEx(const nvtxEventAttributes_t* attributes) {
  return (void)attributes, 0;
}
static inline int nvtxRangePop(void) { return 0; }
static inline void nvtxNameOsThreadA(uint32_t thread, const char* name) {
  (void)thread, (void)name;
}

#endif
