// Includes std::mutex, and as little else as the C++ library allows: <mutex> brings clocks.
#pragma once

#if __has_include(<bits/std_mutex.h>)
#include <bits/std_mutex.h>
#elif __has_include(<__mutex/mutex.h>)
#include <__mutex/mutex.h>
#else
#include <mutex>
#endif
