// Reads one file in this process and prints its cost: node measure-file.ts <reader> <type> <file>
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { validateSource } from '../../../src/client/imaging/validate-source.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import type { ImageType } from '../../../src/imaging/sniff.ts';
import { MetadataScanner } from '../../../src/worker/imaging/scan/metadata-scanner.ts';
import { deriveWith } from '../../../src/worker/imaging/derive/derive-with.ts';
import { RECIPE } from '../../unit/client/imaging/fixtures/recipe.ts';
import { createNodeEngine } from '../../unit/imaging/fixtures/node-engine.ts';

/** `upload` reads headers in the Worker, `derivative` makes a small image there, `client` draws a preview. */
export type Reader = 'upload' | 'derivative' | 'client';

export interface Cost {
  /** Of all threads. */
  readonly processorMs: number;
  /** Peak memory of the process above its size before the work. */
  readonly peakMib: number;
}

const MIB = 1024 * 1024;
/** Enough to decode a sound file of 15 MB, too. */
const ENGINE_BYTES = 2048 * MIB;
const CHUNK_BYTES = 65_536;
const SIZE = { width: 8, height: 8 };

const [, , reader, mimeType, path] = process.argv;

if (path !== undefined) {
  const file = new Uint8Array(await readFile(path));
  const work = await prepare(reader as Reader, mimeType as ImageType, file);
  console.log(JSON.stringify(await measure(work)));
}

/** Loads the code first. */
async function prepare(
  name: Reader,
  type: ImageType,
  file: Uint8Array<ArrayBuffer>,
): Promise<() => Promise<unknown>> {
  if (name === 'upload') return async () => scan(type, file);
  if (name === 'derivative') {
    const engine = await createNodeEngine(ENGINE_BYTES);
    return () => deriveWith(engine, file, { mimeType: 'image/webp', size: SIZE, quality: 80 });
  }
  return () => preview(type, file).catch(() => null);
}

function scan(type: ImageType, file: Uint8Array): void {
  const scanner = new MetadataScanner(type);
  for (let at = 0; at < file.length && !scanner.isDone; at += CHUNK_BYTES) {
    scanner.push(file.subarray(at, at + CHUNK_BYTES));
  }
  scanner.finish();
  scanner.findExif();
}

/** Throws for a file that is refused. */
async function preview(mimeType: ImageType, file: Uint8Array): Promise<void> {
  const { info } = await validateSource(file, RECIPE);
  const frames = [{ fit: 'contain', size: SIZE }] as const;
  (await createNodeCodecs().draw({ mimeType, file, info, frames })).takeFrame(0);
}

async function measure(work: () => Promise<unknown>): Promise<Cost> {
  // Linux: the peak starts at the present size again.
  writeFileSync('/proc/self/clear_refs', '5');
  const heldMib = process.memoryUsage().rss / MIB;
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const [, kib] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kib === undefined) throw new Error('this system does not say what a process held at most');
  return { processorMs: (user + system) / 1000, peakMib: Number(kib) / 1024 - heldMib };
}
