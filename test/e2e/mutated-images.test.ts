import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { WIRE_ERRORS } from '../../src/worker/http/wire-errors.ts';
import { FUZZED_TYPES } from '../unit/worker/imaging/derive/fuzz.ts';
import { makeSources, mutate } from '../unit/imaging/fixtures/mutants.ts';
import { findInconsistencies } from './support/find-inconsistencies.ts';
import { createUploader } from './support/upload-original.ts';
import { useLegacyServer } from './support/use-shared-server.ts';

// Damaged files through upload, publication and transformation. A dozen of each format view every form; MUTANTS=2000
// sends as many.
const MUTANTS = Number(process.env['MUTANTS'] ?? 12);
const FIRST_SEED = Number(process.env['FIRST_SEED'] ?? 0);
const AT_ONCE = 3;
const DEADLINE_MS = 30_000;
const WIDTH_PX = 40;
const FORMS = ['.jpg', '.png', '.gif', '.webp', '.avif', ''].flatMap((extension) => [
  `${extension}?w=${String(WIDTH_PX)}`,
  `${extension}?w=${String(WIDTH_PX)}&h=9&q=60`,
]);

const server = useLegacyServer();
let upload: Awaited<ReturnType<typeof createUploader>>;
const outcomes: Record<string, number> = {};

const CODES = new Set<number>(
  Object.values(WIRE_ERRORS).flatMap(({ code }) =>
    code === WIRE_ERRORS.internal_error.code ? [] : [code],
  ),
);

const count = (outcome: string): void => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
};

const codeOf = async (response: Response): Promise<number> =>
  ((await response.json()) as { code: number }).code;

/** A public image, or an error code. */
const view = async (url: string): Promise<number | 'image'> => {
  for (;;) {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    if (response.status === 200) {
      const { info } = await sharp(await response.bytes())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info.width).toBeLessThanOrEqual(WIDTH_PX);
      return 'image';
    }
    const code = await codeOf(response);
    if (response.status !== 503) return code;
    await sleep(1000 * Number(response.headers.get('Retry-After') ?? Number.NaN));
  }
};

const tryOut = async (type: string, file: Uint8Array, seed: number): Promise<void> => {
  const uploaded = await upload(file);
  if ('refused' in uploaded) {
    expect(CODES).toContain(uploaded.refused);
    count(`${type} refused ${String(uploaded.refused)}`);
    return;
  }
  count(`${type} published`);
  for (const form of [FORMS[seed % FORMS.length], FORMS[(seed * 7 + 5) % FORMS.length]]) {
    const outcome = await view(`${server.baseUrl}${uploaded.path}${String(form)}`);
    if (outcome !== 'image') expect(CODES).toContain(outcome);
    count(`${type} viewed: ${String(outcome)}`);
  }
};

beforeAll(async () => {
  upload = await createUploader(server);
});

describe('damaged images', () => {
  it.each(FUZZED_TYPES)(
    'as %s are refused with a known code or served',
    { timeout: 60_000 + MUTANTS * 1000 },
    async (type) => {
      const sources = await makeSources(type);
      const failures: string[] = [];
      let next = FIRST_SEED;
      const work = async (): Promise<void> => {
        for (let seed = next++; seed < FIRST_SEED + MUTANTS; seed = next++) {
          await tryOut(type, mutate(sources, seed), seed).catch((error: unknown) => {
            failures.push(`seed ${String(seed)}: ${String(error)}`);
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      console.log(type, outcomes);
      expect(failures).toEqual([]);
    },
  );

  it('leave no inconsistencies', async () => {
    expect(await findInconsistencies(server.persistTo)).toEqual([]);
  });
});
