import jpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { type CodecFactory, CodecHost } from '../../../src/imaging/codec-host.ts';
import { MemoryBudget } from '../../../src/imaging/memory-budget.ts';

// These factories do not instantiate it.
const NO_MODULE = {} as WebAssembly.Module;

describe('a codec', () => {
  it('that cannot be loaded is an error, not a fault of the file, and is loaded again later', async () => {
    let isBroken = true;
    const factory = async () => {
      if (isBroken) throw new Error('no memory for an instance');
      return { decode: () => 7 };
    };
    const host = new CodecHost(factory, NO_MODULE, new MemoryBudget());
    await expect(host.use((codec) => codec.decode())).rejects.toThrow('no memory');
    isBroken = false;
    expect(await host.use((codec) => codec.decode())).toEqual({ value: 7, outOfMemory: false });
  });

  it('that traps returns null, and is instantiated again for the next call', async () => {
    let made = 0;
    const factory = async () => ({ serial: (made += 1) });
    const host = new CodecHost(factory, NO_MODULE, new MemoryBudget());
    const trapped = await host.use(() => {
      throw new WebAssembly.RuntimeError('unreachable');
    });
    expect(trapped).toEqual({ value: null, outOfMemory: false });
    expect(await host.use(({ serial }) => serial)).toEqual({ value: 2, outOfMemory: false });
  });

  it('whose first heap exceeds the budget is refused without a message or a request', async () => {
    const path = import.meta.resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm');
    const compiled = await WebAssembly.compile(await readFile(fileURLToPath(path)));
    const factory = jpegDecoder as unknown as CodecFactory<object>;
    const print = vi.fn<(line: string) => void>();
    const fetched = vi.spyOn(globalThis, 'fetch');
    const host = new CodecHost(factory, compiled, new MemoryBudget(65_536), print);
    expect(await host.use(() => 7)).toEqual({ value: null, outOfMemory: true });
    expect(print).not.toHaveBeenCalled();
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });
});
