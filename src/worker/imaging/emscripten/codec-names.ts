/**
 * What Emscripten calls a codec's imports, and behind them its exports, in the order of the letters that it gave them:
 * a to z, then A to Z. A version of a package has its own; the glue in the package names them, and a test compares.
 */
export type CodecNames = readonly string[];

export const JPEG_DECODER_NAMES: CodecNames = split(`
  embind_register_memory_view embind_register_integer embind_register_std_wstring emval_decref
  embind_register_std_string embind_register_function emval_run_destructors emval_get_method_caller emval_call
  embind_register_float emval_get_global embind_register_emval embind_register_bool embind_register_void cxa_throw
  fd_seek embind_register_bigint abort emscripten_resize_heap environ_get environ_sizes_get emscripten_memcpy_js
  fd_close fd_write emval_incref exit
  wasmMemory wasm_call_ctors getTypeName malloc free wasmTable`);

export const JPEG_ENCODER_NAMES: CodecNames = split(`
  embind_register_memory_view embind_register_value_object_field embind_register_integer
  embind_register_std_wstring embind_register_function embind_register_float embind_register_std_string
  embind_register_bool embind_register_void cxa_throw embind_finalize_value_object embind_register_value_object
  fd_seek embind_register_bigint abort emscripten_resize_heap environ_get environ_sizes_get emscripten_memcpy_js
  fd_close emval_decref fd_write emval_run_destructors emval_get_method_caller emval_call embind_register_emval
  emval_get_global exit
  wasmMemory wasm_call_ctors getTypeName malloc free wasmTable`);

export const AVIF_DECODER_NAMES: CodecNames = split(`
  abort embind_register_memory_view embind_register_integer invoke_iii emval_get_method_caller emval_call
  embind_register_std_wstring emval_set_property embind_register_float embind_register_std_string invoke_viiii
  embind_register_emval embind_register_bool fd_seek embind_register_void embind_register_bigint invoke_viiiiiii
  invoke_iiiii invoke_v invoke_vi emscripten_throw_longjmp emscripten_resize_heap fd_close
  embind_register_function fd_write emval_take_value emval_new_cstring emval_call_method emval_run_destructors
  emval_decref emval_get_global
  wasmMemory wasm_call_ctors getTypeName malloc free wasmTable setThrew emscripten_stack_restore
  emscripten_stack_get_current`);

export const AVIF_ENCODER_NAMES: CodecNames = split(`
  invoke_viiii embind_register_memory_view abort invoke_vii invoke_iii embind_register_integer invoke_iiiii
  invoke_vi embind_register_std_wstring embind_register_std_string embind_register_value_object_field invoke_viii
  invoke_viiiii invoke_viiiiii fd_close syscall_fcntl64 embind_register_float embind_register_bool
  embind_register_void embind_register_function embind_finalize_value_object fd_seek embind_register_bigint
  invoke_iiiiiiiiii invoke_iiiiiiiiiii invoke_iiiiiiiiiiii embind_register_value_object emscripten_throw_longjmp
  emscripten_resize_heap fd_write fd_read syscall_ioctl syscall_openat emval_decref emscripten_date_now
  emval_run_destructors emval_get_method_caller emval_call embind_register_emval emval_get_global
  emscripten_asm_const_int
  wasmMemory wasm_call_ctors getTypeName malloc free wasmTable setThrew emscripten_stack_restore
  emscripten_stack_get_current`);

function split(names: string): CodecNames {
  return names.trim().split(/\s+/u);
}
