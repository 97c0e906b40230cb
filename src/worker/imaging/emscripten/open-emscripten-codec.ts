import type { CodecFactory } from '../../../imaging/codec-host.ts';
import type { CodecNames } from './codec-names.ts';
import { type BoundFunctions, createEmbind } from './embind.ts';
import { Heap, type NativeExports } from './heap.ts';
import { createSystemCalls, type NativeImports } from './system-calls.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Calls through pointers stand in the codec once for each list of types. */
const TYPED_CALL = /^invoke_\w+$/u;

/**
 * What makes instances of a codec that Emscripten compiled. It replaces the glue that comes with each, which is 20 KB of
 * script a codec, for whatever a program could ask for.
 */
export function createEmscriptenFactory<Codec>(names: CodecNames): CodecFactory<Codec> {
  return ({ instantiateWasm, printErr }) =>
    new Promise((resolve) => {
      const native = {} as NativeExports;
      const heap = new Heap(native);
      const functions: BoundFunctions = {};
      const imports = { ...createSystemCalls(heap, printErr), ...createEmbind(heap, functions) };
      instantiateWasm({ a: nameImports(names, imports) }, ({ exports }) => {
        Object.assign(native, nameExports(names, exports));
        native.wasm_call_ctors();
        resolve(functions as Codec);
      });
    });
}

/** Under the codec's names; of Embind's registrations, those of numbers and texts are no matter here. */
function nameImports(names: CodecNames, imports: NativeImports): WebAssembly.ModuleImports {
  const ignore = (): number => 0;
  const toEntry = (name: string, index: number): [string, WebAssembly.ImportValue] => [
    LETTERS.charAt(index),
    imports[name.replace(TYPED_CALL, 'invoke')] ?? (name.startsWith('embind_') ? ignore : refuse),
  ];
  return Object.fromEntries(names.map(toEntry));
}

function nameExports(names: CodecNames, exports: WebAssembly.Exports): object {
  return Object.fromEntries(names.map((name, index) => [name, exports[LETTERS.charAt(index)]]));
}

/** @throws {Error} always: no codec gets here with samples of 8 bits. */
function refuse(): never {
  throw new Error('The codec wants what it is not given');
}
