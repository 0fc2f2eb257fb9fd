// Places values of lanes that run one after another in the exchange memory of their sub-group.
// Slots are as wide as the widest value: while some lanes are at a function of one type, others are
// at one of another type elsewhere in the kernel, also at one to which all lanes come. A lane
// writes its own slot only, until all lanes of the function have met.
#pragma once

#include "library.h"

#define IN_SLOT(T, INDEX) ((INDEX) * (16 / sizeof(T)))
#define SLOT(T, INDEX) (((__private T*)__cleave_sub_group_exchange())[IN_SLOT(T, INDEX)])
