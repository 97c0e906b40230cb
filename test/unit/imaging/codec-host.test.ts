import { describe, expect, it } from 'vitest';
import { CodecHost } from '../../../src/imaging/codec-host.ts';
import { MemoryBudget } from '../../../src/imaging/memory-budget.ts';

// Never instantiated: the factories here make their codec without it.
const NO_MODULE = {} as WebAssembly.Module;

describe('a codec', () => {
  it('that cannot be loaded is an error, never a verdict on the file, and is loaded anew later', async () => {
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

  it('that traps has no value for this call and is made anew for the next', async () => {
    let made = 0;
    const factory = async () => ({ serial: (made += 1) });
    const host = new CodecHost(factory, NO_MODULE, new MemoryBudget());
    const trapped = await host.use(() => {
      throw new WebAssembly.RuntimeError('unreachable');
    });
    expect(trapped).toEqual({ value: null, outOfMemory: false });
    expect(await host.use(({ serial }) => serial)).toEqual({ value: 2, outOfMemory: false });
  });
});
