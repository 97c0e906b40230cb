import type { Heap } from './heap.ts';
import type { NativeImports } from './system-calls.ts';
import { Values } from './values.ts';

/** Functions that a codec exports by their names; they take bytes, numbers and options, and return any value. */
export type BoundFunctions = Record<string, (...args: readonly unknown[]) => unknown>;

/** Makes what the codec gets for a value, and adds to `releases` what gives it back after the call. */
type Writer = (value: unknown, releases: (() => unknown)[]) => number;
/** Reads an argument of a constructor where the codec has put it. */
type Reader = (address: number) => unknown;
type Constructor = new (...args: readonly unknown[]) => unknown;

/** A field of a structure; its setter takes `context` before the structure. */
interface Field {
  readonly name: string;
  readonly type: number;
  readonly setter: number;
  readonly context: number;
}

/** A codec's values and types; a type is the address of its description. Numbers pass as they are, and need no type. */
interface Binding {
  readonly heap: Heap;
  readonly values: Values;
  readonly writers: Map<number, Writer>;
  readonly readers: Map<number, Reader>;
}

/** What says how a field is read, before what says how it is written. */
const GETTER_ARGUMENTS = 4;
const ARGUMENT_BYTES = 8;
/** Embind's number for bytes among the types of a view's elements. */
const BYTE_ELEMENTS = 1;

/** As much of Embind as the codecs use for samples of 8 bits. What a codec exports is added to `functions`. */
export function createEmbind(heap: Heap, functions: BoundFunctions): NativeImports {
  const binding: Binding = {
    heap,
    values: new Values(),
    writers: new Map(),
    readers: new Map(),
  };
  return {
    ...bindFunctions(binding, functions),
    ...bindParameters(binding),
    ...bindResults(binding),
  };
}

function bindFunctions(binding: Binding, functions: BoundFunctions): NativeImports {
  const { heap, values } = binding;
  return {
    embind_register_function: (name, count, types, _signature, invoker, target) => {
      const [, ...parameters] = heap.words(types, count);
      functions[heap.text(name)] = (...args) => {
        const releases: (() => unknown)[] = [];
        const native = parameters.map((type, index) => write(binding, type, args[index], releases));
        const result = heap.at(invoker)(target, ...native);
        for (const release of releases) release();
        return values.take(result);
      };
    },
  };
}

/** Bytes pass as a `std::string`, options as a structure that is filled field by field. */
function bindParameters(binding: Binding): NativeImports {
  const { heap, writers } = binding;
  const fields = new Map<number, Field[]>();
  return {
    embind_register_std_string: (type) => {
      writers.set(type, (value, releases) => {
        const address = heap.copyIn(value as Uint8Array);
        releases.push(() => heap.native.free(address));
        return address;
      });
    },
    embind_register_value_object: (type, _name, _creation, create, _destruction, destroy) => {
      fields.set(type, []);
      writers.set(type, (value, releases) => {
        const struct = heap.at(create)();
        for (const field of fields.get(type) ?? []) {
          const option = (value as Readonly<Record<string, unknown>>)[field.name];
          const native = write(binding, field.type, option, releases);
          heap.at(field.setter)(field.context, struct, native);
        }
        releases.push(() => heap.at(destroy)(struct));
        return struct;
      });
    },
    embind_register_value_object_field: (struct, name, ...accessors) => {
      const [type = 0, , setter = 0, context = 0] = accessors.slice(GETTER_ARGUMENTS);
      fields.get(struct)?.push({ name: heap.text(name), type, setter, context });
    },
  };
}

/** @throws {TypeError} when there is no value. */
function write(
  { writers }: Binding,
  type: number,
  ...[value, releases]: Parameters<Writer>
): number {
  const writer = writers.get(type);
  if (writer !== undefined) return writer(value, releases);
  if (typeof value !== 'number' && typeof value !== 'boolean')
    throw new TypeError('The codec takes a number');
  return Number(value);
}

/** Results are made by constructors, of views of the heap, of numbers and of what was made before. */
function bindResults({ heap, values, readers }: Binding): NativeImports {
  const calls: ((constructor: Constructor, args: number) => unknown)[] = [];
  const read = (type: number, address: number): unknown =>
    readers.get(type)?.(address) ?? heap.word(address);
  return {
    embind_register_emval: (type) => {
      readers.set(type, (address) => values.take(heap.word(address)));
    },
    embind_register_memory_view: (type, elements) => {
      if (elements !== BYTE_ELEMENTS) return;
      readers.set(type, (address) => {
        const [length = 0, start = 0] = heap.words(address, 2);
        return heap.bytes.subarray(start, start + length);
      });
    },
    emval_get_global: (name) => values.add(CONSTRUCTORS[heap.text(name)]),
    emval_get_method_caller: (count, types) => {
      const [, ...parameters] = heap.words(types, count);
      calls.push(
        (constructor, address) =>
          new constructor(
            ...parameters.map((type, index) => read(type, address + index * ARGUMENT_BYTES)),
          ),
      );
      return calls.length - 1;
    },
    emval_call: (call, constructor, _destructors, args) =>
      values.add(calls[call]?.(values.get(constructor) as Constructor, args)),
    emval_incref: (handle) => values.hold(handle, 1),
    emval_decref: (handle) => values.hold(handle, -1),
  };
}

/** What runtimes other than browsers lack. */
class ImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

const CONSTRUCTORS: Readonly<Record<string, unknown>> = {
  ImageData,
  Uint8Array,
  Uint8ClampedArray,
};
