import { beforeAll, describe, expect, it } from 'vitest';
import { loadModules } from '../../../support/load-modules.ts';

interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
}

interface Modules {
  readonly collectFiles: (
    items: readonly { readonly entry: Entry | null; readonly file: File | null }[],
  ) => Promise<{ readonly files: readonly File[]; readonly leftOut: number }>;
}

const image = (name: string): File => new File(['x'], name, { type: 'image/png' });

const fileEntry = (name: string, type = 'image/png') => ({
  name,
  isDirectory: false,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name, { type })),
});

/** A folder whose entries come a few at a time; null for a listing that fails. */
const folderEntry = (name: string, ...listings: (readonly Entry[] | null)[]) => ({
  name,
  isDirectory: true,
  createReader: () => ({
    readEntries: (resolve: (entries: readonly Entry[]) => void, reject: () => void) => {
      const next = listings.shift();
      if (next === null) reject();
      else resolve(next ?? []);
    },
  }),
});

let modules: Modules;

beforeAll(async () => {
  modules = await loadModules('features/upload/model/collect-files.ts');
});

const collect = async (...entries: Entry[]) => {
  const { files, leftOut } = await modules.collectFiles(
    entries.map((entry) => ({ entry, file: null })),
  );
  return [files.map(({ name }) => name), leftOut];
};

describe('the files of a drop', () => {
  it('come in the order of the drop, whatever their type', async () => {
    const given = [image('b.png'), new File(['x'], 'a.txt')];
    const { files, leftOut } = await modules.collectFiles(
      given.map((file) => ({ entry: null, file })),
    );
    expect([files, leftOut]).toEqual([given, 0]);
  });

  it('are all images of a folder in the order of names', async () => {
    const inner = folderEntry('b', [fileEntry('10.png'), fileEntry('9.png')]);
    const outer = folderEntry(
      'a',
      [fileEntry('c.png'), inner],
      [fileEntry('a.png'), fileEntry('readme.txt', 'text/plain'), fileEntry('.hidden.png')],
    );
    expect(await collect(outer)).toEqual([['a.png', '9.png', '10.png', 'c.png'], 1]);
  });

  it('are the readable ones if a file or the rest of a folder is unreadable', async () => {
    const locked = { ...fileEntry('b.png'), file: (_: unknown, reject: () => void) => reject() };
    const broken = folderEntry('a', [fileEntry('a.png'), locked], null);
    expect(await collect(broken)).toEqual([['a.png'], 2]);
  });
});
