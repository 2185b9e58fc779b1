#include "SceneData.h"

_Alignas(16) const unsigned char scene_prelude[] = {
#embed "prelude.bin" suffix(, )
    0};
const size_t scene_prelude_size = sizeof(scene_prelude) - 1;

_Alignas(16) const unsigned char scene_facts[] = {
#embed "facts.bin" suffix(, )
    0};
const size_t scene_facts_size = sizeof(scene_facts) - 1;
