/// Facts embedded in the binary: read-only, in place, nothing to load at start.
#ifndef SCENE_DATA_H
#define SCENE_DATA_H

#include <stddef.h>

/// The prelude's interface text and its index, written by `generate-scenec prelude`.
extern const unsigned char scene_prelude[];
extern const size_t scene_prelude_size;

/// Font metrics, devices, colours and symbol names, written by `generate-scenec facts`.
extern const unsigned char scene_facts[];
extern const size_t scene_facts_size;

static inline const unsigned char *scene_prelude_bytes(void) { return scene_prelude; }
static inline const unsigned char *scene_facts_bytes(void) { return scene_facts; }

/// Zeroed memory for `count` elements; ends the program where there is none.
void *_Nonnull scene_zeroed(size_t count, size_t size);
void scene_release(void *_Nullable memory);

#endif
