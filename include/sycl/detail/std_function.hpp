// Includes std::function, and as little else as the C++ library allows: <functional> takes a tenth of a second.
#pragma once

#if __has_include(<bits/std_function.h>)
#include <bits/std_function.h>
#elif __has_include(<__functional/function.h>)
#include <__functional/function.h>
#else
#include <functional>
#endif
