/* Memory, failures and the few parts of a C library that differ between the libraries' compiler and this one. */
#include "engine.h"

#include <stdarg.h>
#include <stdio.h>

enum { PAGE_BITS = 16 };

HOST(grow) void host_grow(uint32_t pages);
HOST(fail) _Noreturn void host_fail(const char *text, size_t length);

_Noreturn void fail(const char *text) { host_fail(text, strlen(text)); }

_Noreturn void fail_for_memory(void) { fail("out of memory"); }

/* Where malloc asks for more. The memory may be larger than this instance knows. The host throws where it grants none. */
void *sbrk(intptr_t increment) {
  extern uint8_t __heap_end;
  static uintptr_t end;
  if (end == 0) end = (uintptr_t)&__heap_end;
  const uintptr_t start = end, wanted = end + increment;
  const uintptr_t size = __builtin_wasm_memory_size(0) << PAGE_BITS;
  if (wanted < start) fail_for_memory();
  if (wanted > size) host_grow((wanted - size + (1 << PAGE_BITS) - 1) >> PAGE_BITS);
  end = wanted;
  return (void *)start;
}

void *need(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) fail_for_memory();
  return memory;
}

EXPORT(allocate) void *allocate(size_t bytes) { return need(bytes); }
EXPORT(release) void release(void *memory) { free(memory); }

size_t file_length;
EXPORT(fileLength) size_t get_file_length(void) { return file_length; }

/* Emscripten's names for printing without floating point. */
int siprintf(char *to, const char *format, ...) {
  va_list values;
  va_start(values, format);
  const int length = vsprintf(to, format, values);
  va_end(values);
  return length;
}

int sniprintf(char *to, size_t size, const char *format, ...) {
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(to, size, format, values);
  va_end(values);
  return length;
}

int fiprintf(FILE *to, const char *format, ...) { return 0; }
