import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/domain/errors.ts';
import { mutate } from '../support/mutate.ts';
import { paint } from '../unit/codecs/fixtures/pictures.ts';
import { runCommand } from './support/server.ts';
import { createUploader } from './support/upload-original.ts';
import { useLegacyServer } from './support/use-shared-server.ts';

// Damaged files through upload, publication and transformation. MUTANTS=2000 sends as many of each format.
const MUTANTS = Number(process.env['MUTANTS'] ?? 20);
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

const { data, width, height } = paint(120, 90, (x, y) => [2 * x, 2 * y, (x * y) % 251, 255 - x]);
const picture = () => sharp(data, { raw: { width, height, channels: 4 } });
const animation = async () => {
  const frames = [0, 90, 180].map((hue) => picture().modulate({ hue }).png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } });
};

const SOURCES: Readonly<Record<string, () => Promise<Buffer[]>>> = {
  JPEG: () =>
    toFiles([
      picture().jpeg(),
      picture().withMetadata({ orientation: 6 }).withIccProfile('p3').jpeg({ progressive: true }),
      picture().jpeg({ chromaSubsampling: '4:4:4', restartInterval: 2 } as object),
      picture().toColourspace('cmyk').jpeg(),
      picture().grayscale().jpeg(),
    ]),
  PNG: () =>
    toFiles([
      picture().png(),
      picture().png({ progressive: true }),
      picture().png({ palette: true }),
      picture().toColourspace('rgb16').png(),
      picture().withIccProfile('p3').removeAlpha().png(),
    ]),
  GIF: async () => toFiles([picture().gif(), (await animation()).gif()]),
  WebP: async () =>
    toFiles([
      picture().webp(),
      picture().webp({ lossless: true }),
      picture().removeAlpha().withIccProfile('p3').webp(),
      (await animation()).webp(),
    ]),
  AVIF: () =>
    toFiles([
      picture().avif({ effort: 1 }),
      picture().removeAlpha().withIccProfile('p3').avif({ effort: 1 }),
      picture().removeAlpha().avif({ effort: 1, lossless: true }),
    ]),
};

const toFiles = (pictures: readonly Sharp[]): Promise<Buffer[]> =>
  Promise.all(pictures.map((one) => one.toBuffer()));

const CODES = new Set<number>(
  Object.values(ERRORS).flatMap(({ code }) => (code === ERRORS.internal_error.code ? [] : [code])),
);

const count = (outcome: string): void => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
};

const codeOf = async (response: Response): Promise<number> =>
  ((await response.json()) as { code: number }).code;

/** An image that everybody else can read, or a code. */
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

const tryOut = async (format: string, file: Uint8Array, seed: number): Promise<void> => {
  const uploaded = await upload(file);
  if ('refused' in uploaded) {
    expect(CODES).toContain(uploaded.refused);
    count(`${format} refused ${String(uploaded.refused)}`);
    return;
  }
  count(`${format} published`);
  for (const form of [FORMS[seed % FORMS.length], FORMS[(seed * 7 + 5) % FORMS.length]]) {
    const outcome = await view(`${server.baseUrl}${uploaded.path}${String(form)}`);
    if (outcome !== 'image') expect(CODES).toContain(outcome);
    count(`${format} viewed: ${String(outcome)}`);
  }
};

beforeAll(async () => {
  upload = await createUploader(server);
});

describe('damaged images', () => {
  it.each(Object.keys(SOURCES))(
    'of %s are refused by a known code or shown',
    { timeout: 60_000 + MUTANTS * 1000 },
    async (format) => {
      const sources = (await SOURCES[format]?.()) ?? [];
      const failures: string[] = [];
      let next = FIRST_SEED;
      const work = async (): Promise<void> => {
        for (let seed = next++; seed < FIRST_SEED + MUTANTS; seed = next++) {
          const source = sources[seed % sources.length] ?? new Uint8Array();
          await tryOut(format, mutate(source, seed), seed).catch((error: unknown) => {
            failures.push(`seed ${String(seed)}: ${String(error)}`);
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      console.log(format, outcomes);
      expect(failures).toEqual([]);
    },
  );

  it('leave nothing astray', async () => {
    const run = await runCommand('fsck', ['--persist-to', server.persistTo]);
    expect(run).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Nothing is astray'),
    });
  });
});
