// Node's types lack WebAssembly, which TypeScript has in its DOM library only.
declare namespace WebAssembly {
  class Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module';
    static imports(module: Module): { readonly name: string }[];
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum?: number });
    readonly buffer: ArrayBuffer;
  }
  class RuntimeError extends Error {}
  type Exports = Record<string, unknown>;
  type Imports = Record<string, Record<string, unknown>>;
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  function compileStreaming(source: Promise<Response>): Promise<Module>;
}
