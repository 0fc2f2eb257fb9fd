// Includes std::hash, and as little else as the C++ library allows.
#pragma once

#if __has_include(<bits/functional_hash.h>)
#include <bits/functional_hash.h>
#else
#include <memory>
#endif
