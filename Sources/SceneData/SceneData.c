#include "SceneData.h"

// The package is C17; the directive is understood by every clang that comes with Swift 6.
#pragma clang diagnostic ignored "-Wc23-extensions"

_Alignas(16) const unsigned char scene_prelude[] = {
#embed "prelude.bin" suffix(, )
    0};
const size_t scene_prelude_size = sizeof(scene_prelude) - 1;

_Alignas(16) const unsigned char scene_facts[] = {
#embed "facts.bin" suffix(, )
    0};
const size_t scene_facts_size = sizeof(scene_facts) - 1;
