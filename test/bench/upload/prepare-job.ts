// Prepares one photograph in this process and prints its cost: node prepare-job.ts <side> <file>
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { prepareParts } from '../../../src/client/imaging/prepare-parts.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { createThreadedNodeCodecs } from '../../../src/client/node/node-threads.ts';
import { RECIPE } from '../../unit/client/imaging/fixtures/recipe.ts';

/** `threads` is `npm run upload`, `thread` the same in one thread. */
export type Side = 'sharp' | 'thread' | 'threads';

export interface Preparation {
  readonly wallMs: number;
  readonly processorMs: number;
  /** Peak memory of the process above its size before the work. */
  readonly peakMib: number;
  /** Processor time by step; only for one thread, since steps overlap otherwise. */
  readonly steps: Readonly<Record<string, number>>;
}

const [, , side, path] = process.argv;

if (path !== undefined) {
  sharp.concurrency(1);
  sharp.cache(false);
  const file = new Uint8Array(await readFile(path));
  console.log(JSON.stringify(await measure(side as Side, file)));
}

async function measure(side: Side, file: Uint8Array<ArrayBuffer>): Promise<Preparation> {
  const steps: Record<string, number> = {};
  const heldMib = process.memoryUsage().rss / 1024 / 1024;
  const [wall, processor] = [performance.now(), readProcessorMs()];
  await (side === 'sharp' ? prepareWithSharp(file, steps) : prepareHere(side, file, steps));
  return {
    wallMs: performance.now() - wall,
    processorMs: readProcessorMs() - processor,
    peakMib: readPeakMib() - heldMib,
    steps,
  };
}

async function prepareHere(
  side: Side,
  file: Uint8Array<ArrayBuffer>,
  steps: Record<string, number>,
): Promise<void> {
  const codecs = side === 'threads' ? createThreadedNodeCodecs() : createNodeCodecs();
  let [step, began] = ['headers', readProcessorMs()];
  const turnTo = (next: string): void => {
    const now = readProcessorMs();
    steps[step] = (steps[step] ?? 0) + now - began;
    [step, began] = [next, now];
  };
  await prepareParts(file, RECIPE, codecs, {
    onProgress: ({ stage, kind = '' }) =>
      turnTo(`${stage} ${stage === 'encode' ? kind : ''}`.trim()),
  });
  turnTo('');
}

/** One part after another, each from the file: sharp shrinks a JPEG while it decodes it. */
async function prepareWithSharp(file: Uint8Array, steps: Record<string, number>): Promise<void> {
  for (const { kind, quality, fit, width, height, long_edge: edge } of RECIPE.variants) {
    const began = readProcessorMs();
    const upright = sharp(file).rotate();
    const drawn =
      fit === 'original'
        ? upright
        : fit === 'cover'
          ? upright.resize(width, height)
          : upright.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
    await drawn.webp({ quality }).toBuffer();
    steps[kind] = readProcessorMs() - began;
  }
}

/** Read from Linux's /proc: `maxRSS` of a new process starts with its parent's. */
function readPeakMib(): number {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kib === undefined) throw new Error('this system does not say what a process held at most');
  return Number(kib) / 1024;
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
