#include "SceneData.h"

#include <stdlib.h>

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

void *scene_zeroed(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) abort();
    return memory;
}

void scene_release(void *memory) { free(memory); }
