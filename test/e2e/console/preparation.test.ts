/** Compares the preparation of images in a real browser with Node's, and sends it to the server. */

import { hash, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials } from '../../../src/client/credentials.ts';
import { type PreparedImage, prepareParts } from '../../../src/client/imaging/prepare-parts.ts';
import type { Recipe } from '../../../src/client/protocol-types.ts';
import type { PartKind } from '../../../src/shared/variants.ts';
import { addProperties, writeBox } from '../../unit/imaging/fixtures/craft-avif.ts';
import { codecs, encodeAvif } from '../../unit/imaging/fixtures/encoders.ts';
import { meanDifferences, paint } from '../../unit/imaging/fixtures/images.ts';
import {
  fromPixels,
  readPixels,
  takePhotograph,
} from '../../unit/imaging/fixtures/sharp-images.ts';
import { insertPerson } from '../support/insert-person.ts';
import { retryWhileBusy } from '../support/retry-while-busy.ts';
import { describeConsole, failOnErrors, PASSWORD } from './support/console.ts';
import {
  beginInPage,
  buildPreparation,
  openPreparation,
  prepareInPage,
} from './support/preparation-page.ts';

/**
 * Mean difference of a channel, 0 to 255. Drawing differs by a fiftieth; the rest is the browser's encoder settings, most
 * visible in the smallest part of low quality.
 */
const MAX_DIFFERENCE: Readonly<Record<PartKind, number>> = {
  master: 2,
  publish_source: 2,
  gallery: 2,
  admin: 3,
};
/** The browser's own decoder turns their colours to RGB another way, which `master` shows without any drawing. */
const DECODED_OTHERWISE = /AVIF|CMYK/u;
const DECODING_DIFFERENCE = 0.5;
/** Chromium 156 reads the alpha of any AVIF as limited range. */
const SHOWN_OTHERWISE = 'AVIF with transparency';
const LONG_TASK_MS = 50;
/** 24 megapixels, from Debian's package lomiri-wallpapers-20.04. */
const PHOTOGRAPH = '/usr/share/backgrounds/Painting-Colors_by__herobrine7gamer.jpg';
/** One source of each kind, as many as one account may upload in parallel. */
const SENT = /6$|^JPEG in|transparency|turned/u;

interface Source {
  readonly name: string;
  readonly file: Uint8Array;
}

const write = async (name: string, picture: Sharp): Promise<Source> => ({
  name,
  file: new Uint8Array(await picture.toBuffer()),
});

const drawSources = async (): Promise<Source[]> => {
  const picture = sharp(await takePhotograph({ width: 450, height: 300 }).png().toBuffer());
  const small = sharp(await takePhotograph({ width: 240, height: 160 }).png().toBuffer());
  const wide = picture.clone().withIccProfile('p3');
  const clear = paint(450, 300, (x, y) => [x / 2, y / 2, 200 - x / 3, Math.min(255, (x + y) / 2)]);
  const seen = fromPixels(clear);
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
    write(
      `JPEG of orientation ${String(orientation)}`,
      small.clone().withMetadata({ orientation }).jpeg(),
    ),
  );
  const irot = writeBox('irot', Uint8Array.of(1));
  const turnedAvif = encodeAvif(await readPixels(small.clone()));
  return Promise.all([
    ...turned,
    write(
      'JPEG to be made smaller',
      takePhotograph({ width: 2100, height: 240 }).jpeg({ progressive: true }),
    ),
    write('JPEG in Display P3', wide.clone().jpeg()),
    write('PNG in Display P3', wide.clone().png({ compressionLevel: 1 })),
    write('WebP in Display P3', wide.clone().webp()),
    write('AVIF in Display P3', wide.clone().avif({ effort: 0 })),
    write('gray JPEG', small.clone().grayscale().jpeg()),
    write('JPEG in CMYK', small.clone().toColourspace('cmyk').jpeg()),
    write('PNG of 16 bits', small.clone().toColourspace('rgb16').png({ compressionLevel: 1 })),
    write('PNG with transparency', seen.clone().png({ compressionLevel: 1 })),
    write('WebP with transparency', seen.clone().webp()),
    encodeAvif(clear).then((file) => ({ name: 'AVIF with transparency', file })),
    write('GIF with transparency', seen.clone().gif({ effort: 1 })),
    turnedAvif.then((file) => ({ name: 'turned AVIF', file: addProperties(file, irot) })),
  ]);
};

/** A hash replaces the bytes, which `toEqual` compares slowly. */
const digest = ({ source, parts }: PreparedImage) => ({
  source,
  parts: parts.map(({ bytes, ...part }) => ({ ...part, bytes: hash('sha256', bytes) })),
});

const readPhotograph = async (): Promise<Uint8Array> => {
  const [width, height] = [6000, 4000];
  const drawn = { create: { width, height, channels: 3, background: '#b87333' } } as const;
  return existsSync(PHOTOGRAPH) ? readFile(PHOTOGRAPH) : sharp(drawn).jpeg().toBuffer();
};

describeConsole('images prepared in a browser', ({ baseUrl, persistTo, openProfile }) => {
  let folder: string;
  let api: TintypeApi;
  let recipe: Recipe;
  let sources: readonly Source[];

  beforeAll(async () => {
    [folder, sources, api] = await Promise.all([buildPreparation(), drawSources(), signUp()]);
    recipe = await retryWhileBusy(() => api.readRecipe());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Prepares by Node, once per source. */
  const expected = new Map<Source, Promise<PreparedImage>>();
  const expectedOf = (source: Source): Promise<PreparedImage> => {
    const made = expected.get(source) ?? prepareParts(source.file, recipe, codecs);
    expected.set(source, made);
    return made;
  };
  const findSource = (name: string): Source => {
    const source = sources.find((candidate) => candidate.name === name);
    if (source === undefined) throw new Error(`There is no ${name}`);
    return source;
  };

  const signUp = async (): Promise<TintypeApi> => {
    const account = new TintypeApi(baseUrl, cookieCredentials());
    const username = insertPerson({ persistTo });
    await retryWhileBusy(() => account.login({ username, password: PASSWORD }));
    return account;
  };

  const openBlank = async (): Promise<Page> => {
    const page = await (await openProfile()).newPage();
    failOnErrors(page);
    return page;
  };
  const open = async (change?: (worker: string) => string): Promise<Page> => {
    const page = await openBlank();
    await openPreparation(page, folder, change);
    return page;
  };

  const expectAlike = async (source: Source, made: PreparedImage) => {
    const { name } = source;
    const other = await expectedOf(source);
    const describe = ({ source, parts }: PreparedImage) => [
      source,
      parts.map(({ kind, width, height, quality }) => [kind, width, height, quality]),
    ];
    expect(describe(made), name).toEqual(describe(other));
    for (const [index, { kind, bytes }] of made.parts.entries()) {
      const [mine, theirs] = await Promise.all([
        readPixels(bytes),
        readPixels(other.parts[index]?.bytes ?? bytes),
      ]);
      const differences = meanDifferences(mine, theirs);
      const decoding = DECODED_OTHERWISE.test(name) ? DECODING_DIFFERENCE : 0;
      expect(Math.max(...differences), `${name}, ${kind}`).toBeLessThan(
        MAX_DIFFERENCE[kind] + decoding,
      );
    }
  };

  /** Sends it, and returns its status path. */
  const send = async ({ name }: Source, { source, parts }: PreparedImage): Promise<string> => {
    const session = await api.createUpload(randomUUID(), {
      filename: name,
      visibility: 'private',
      processor_version: 'test',
      recipe_version: recipe.recipe_version,
      source,
      parts: parts.map(({ kind, size, sha256, mime_type, width, height, quality }) => ({
        kind,
        size,
        sha256,
        mime_type,
        width,
        height,
        quality,
      })),
    });
    for (const { kind, bytes } of parts) {
      await api.putPart(session.parts.find((part) => part.kind === kind)?.put_url ?? '', bytes);
    }
    await api.completeUpload(session.upload_id);
    return session.upload_id;
  };

  it('are identical to Node’s by WebAssembly', async () => {
    const page = await open();
    for (const source of sources) {
      const made = await prepareInPage(page, recipe, source.file);
      expect(digest(made), source.name).toEqual(digest(await expectedOf(source)));
    }
  });

  it('are similar without WebAssembly, and the server accepts them', async () => {
    const page = await openBlank();
    await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'WebAssembly'));
    await openPreparation(page, folder);
    const sent: string[] = [];
    for (const source of sources) {
      const made = await prepareInPage(page, recipe, source.file);
      if (source.name !== SHOWN_OTHERWISE) await expectAlike(source, made);
      if (SENT.test(source.name)) sent.push(await send(source, made));
    }
    for (const uploadId of sent) {
      const status = async () => (await api.readUpload(uploadId)).status;
      await expect.poll(status, { timeout: 30_000 }).toBe('completed');
    }
  });

  it.each([
    ['a WebAssembly that is not served', '**/*.wasm'],
    ['a Worker that is not served', '**/codec-worker*'],
  ])('are prepared despite %s', async (_, missing) => {
    const page = await open();
    await page.route(missing, (route) => route.abort());
    const source = findSource('PNG in Display P3');
    await expectAlike(source, await prepareInPage(page, recipe, source.file));
  });

  it('are similar on a processor without SIMD', async () => {
    const page = await open((worker) => `WebAssembly.validate = () => false;${worker}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const source = findSource('PNG in Display P3');
    await expectAlike(source, await prepareInPage(page, recipe, source.file));
    const engines = asked.filter((url) => url.includes('picture-engine'));
    expect([engines.length > 0, engines.some((url) => url.includes('simd'))]).toEqual([
      true,
      false,
    ]);
  });

  it('leave no thread behind when they are done or cancelled', async () => {
    const page = await open();
    const { file } = findSource('gray JPEG');
    await prepareInPage(page, recipe, file);
    await expect.poll(() => page.workers().length).toBe(0);
    const begun = page.waitForEvent('worker');
    await beginInPage(page, recipe, file);
    await begun;
    await page.evaluate(() => preparation.cancel.abort(new Error('changed my mind')));
    await expect(page.evaluate(() => preparation.made)).rejects.toThrow('changed my mind');
    await expect.poll(() => page.workers().length).toBe(0);
  });

  it('fail with a message when their thread dies silently', async () => {
    const end = `addEventListener('message', (event) => {
      if (event.data.kind !== 'encode_master') return;
      event.stopImmediatePropagation();
      self.close();
    });`;
    const page = await open((worker) => `${end}${worker}`);
    await expect(prepareInPage(page, recipe, findSource('gray JPEG').file)).rejects.toThrow(
      'The image processor ended before it was done. Try again.',
    );
  });

  // Load lengthens tasks now and then; a task that is too long by design is so each time.
  it('do not block the page’s thread, even at 24 megapixels', { retry: 2 }, async () => {
    const page = await open();
    await beginInPage(page, recipe, await readPhotograph());
    const longest = await page.evaluate(async () => {
      await preparation.made;
      return Math.max(0, ...preparation.longTasks);
    });
    expect(longest).toBeLessThan(LONG_TASK_MS);
  });
});
