// <stddef.h> while heddle/rtc/prelude.h is read, for which the part below is enough; later the program's.
#if !defined(HEDDLE_RTC_PRELUDE_OPEN)
#include_next <stddef.h>
#endif
