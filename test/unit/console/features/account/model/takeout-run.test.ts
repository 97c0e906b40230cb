import { describe, expect, it } from 'vitest';
import { ConnectionError } from '../../../../../../src/client/errors.ts';
import {
  FIRST_VOLUME,
  readNextCursor,
  saveVolumes,
  type OpenedVolume,
  type Position,
  type TakeoutPorts,
} from '../../../../../../src/console/features/account/model/takeout-run.ts';

/** Three volumes by cursor. */
const NEXT: Readonly<Record<string, string>> = { '': 'two', two: 'three', three: '' };

class Files implements TakeoutPorts {
  readonly written: string[] = [];
  readonly given: string[] = [];
  readonly positions: Position[] = [];
  bytes = 0;
  /** Overrides the body of a volume; the default is 3 bytes. */
  readonly bodies: Record<string, ReadableStream<Uint8Array>> = {};
  takesUpTo = Number.POSITIVE_INFINITY;

  readonly target = {
    takes: (volume: number): boolean => volume <= this.takesUpTo,
    openFile: (filename: string) =>
      Promise.resolve(
        new WritableStream<Uint8Array>({
          close: () => void this.written.push(filename),
          abort: () => void this.given.push(filename),
        }),
      ),
  };

  readonly openVolume = (cursor: string): Promise<OpenedVolume> =>
    Promise.resolve({
      filename: cursor === '' ? 'one' : cursor,
      nextCursor: NEXT[cursor] ?? '',
      body: this.bodies[cursor] ?? ReadableStream.from([new Uint8Array(3)]),
    });

  readonly onVolume = (position: Position): void => void this.positions.push(position);
  readonly onBytes = (count: number): void => {
    this.bytes += count;
  };
}

const never = new AbortController().signal;

describe('a takeout', () => {
  it('saves each volume into its own file, one after another', async () => {
    const files = new Files();
    expect(await saveVolumes(files, FIRST_VOLUME, never)).toBeNull();
    expect(files.written).toEqual(['one', 'two', 'three']);
    expect(files.positions.map(({ volume }) => volume)).toEqual([1, 2, 3]);
    expect(files.bytes).toBe(9);
  });

  it('stops before a volume that its target does not accept, and returns its position', async () => {
    const files = new Files();
    files.takesUpTo = 1;
    const next = await saveVolumes(files, FIRST_VOLUME, never);
    expect([next, files.written]).toEqual([{ volume: 2, cursor: 'two' }, ['one']]);
  });

  it('discards the file of an interrupted volume, and resumes with that volume', async () => {
    const files = new Files();
    files.bodies['two'] = new ReadableStream({
      pull: (body) => body.error(new TypeError('network error')),
    });
    const broken = saveVolumes(files, FIRST_VOLUME, never);
    await expect(broken).rejects.toThrow(ConnectionError);
    expect([files.written, files.given]).toEqual([['one'], ['two']]);
    delete files.bodies['two'];
    expect(await saveVolumes(files, files.positions.at(-1) ?? FIRST_VOLUME, never)).toBeNull();
    expect(files.written).toEqual(['one', 'two', 'three']);
  });

  it('cancels the body when there is no file for it', async () => {
    const files = new Files();
    let cancelled = false;
    files.bodies[''] = new ReadableStream({ cancel: () => void (cancelled = true) });
    Object.assign(files.target, { openFile: () => Promise.reject(new Error('full')) });
    await expect(saveVolumes(files, FIRST_VOLUME, never)).rejects.toThrow('full');
    expect(cancelled).toBe(true);
  });

  it('leaves no file behind when it is cancelled', async () => {
    const files = new Files();
    const cancel = new AbortController();
    files.bodies[''] = new ReadableStream({ pull: () => cancel.abort() });
    await expect(saveVolumes(files, FIRST_VOLUME, cancel.signal)).rejects.toThrow('aborted');
    expect([files.written, files.given]).toEqual([[], ['one']]);
  });

  it('starts no other file when it is cancelled while one is closed', async () => {
    const files = new Files();
    const cancel = new AbortController();
    const file = new WritableStream({ close: () => cancel.abort() });
    Object.assign(files.target, { openFile: () => Promise.resolve(file) });
    await expect(saveVolumes(files, FIRST_VOLUME, cancel.signal)).rejects.toThrow('aborted');
    expect(files.positions.map(({ volume }) => volume)).toEqual([1]);
  });
});

it.each([
  ['</api/v1/user/archive?cursor=2~a%3Db>; rel="next"', '2~a=b'],
  ['</api/v1/user/archive?cursor=x>; rel="prev"', ''],
  ['', ''],
  [null, ''],
])('the next cursor is read from the header %s', (link, cursor) => {
  expect(readNextCursor(link)).toBe(cursor);
});
