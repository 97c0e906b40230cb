import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encode as encodePng } from 'fast-png';
import { toBase64 } from '../../../../../src/shared/bytes.ts';
import { call } from '../../../../support/api-call.ts';
import { WEBP } from '../../../../support/fixtures.ts';
import type { Person } from '../../../../support/people.ts';
import { forgetSettings, storeSettings } from '../../../../support/publication.ts';
import { registerAdmin } from '../../../../support/states.ts';
import { createTestWorker, type TestWorker } from '../../../../support/worker.ts';

type Entries = Readonly<Record<string, string>>;

const worker = createTestWorker();
let admin: Person;

beforeAll(async () => {
  admin = await registerAdmin(worker);
});

beforeEach(() => forgetSettings(worker));

const PNG = new Uint8Array(
  encodePng({
    width: 30,
    height: 20,
    channels: 4,
    data: Uint8Array.from({ length: 2400 }, (_, i) => i % 256),
  }),
);
/** Both have sound headers. */
const DAMAGED_PNG = PNG.slice(0, PNG.length - 40);
const DAMAGED_WEBP = (() => {
  const bytes = WEBP.losslessAlpha.slice();
  return bytes.fill(0xff, bytes.length / 2);
})();

const TEXT = { watermark_enabled: 'true', watermark_text: 'Tintype' };
const IMAGE = { watermark_enabled: 'true', watermark_kind: 'image' };

const patch = (entries: Entries, through: TestWorker = worker) => {
  const items = Object.entries(entries).map(([key, value]) => ({ key, value }));
  return call(through, admin, 'PATCH', '/admin/configs', { items });
};
const put = async (body: Uint8Array<ArrayBuffer>, type = 'image/png') => {
  const response = await worker.fetch('/api/v1/admin/watermark-image', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': type },
    body,
  });
  return (await response.json<{ code: number }>()).code;
};
const readStored = async (): Promise<Entries> => {
  const { results } = await worker.env.DB.prepare('SELECT * FROM settings').all();
  return Object.fromEntries(results.map((row) => [row['config_key'], row['config_value']]));
};

describe('a change of the watermark', () => {
  it.each<[string, Entries, Entries, string]>([
    ['without a text', {}, { watermark_enabled: 'true' }, 'watermark_text: must be set'],
    ['with spaces only', {}, { ...TEXT, watermark_text: '  ' }, 'watermark_text: must be set'],
    [
      'with nothing to see',
      {},
      { ...TEXT, watermark_text: '\u{200b}' },
      'watermark_text: must have a visible character',
    ],
    [
      'with characters that the font lacks',
      {},
      { ...TEXT, watermark_text: 'Tokyo 東京' },
      'watermark_text: has characters that the font lacks: 東 京',
    ],
    ['without an image', {}, IMAGE, 'watermark_image: must be set'],
    [
      'with a damaged PNG',
      {},
      { ...IMAGE, watermark_image: toBase64(DAMAGED_PNG) },
      'watermark_image: is damaged',
    ],
    [
      'with a damaged WebP',
      {},
      { ...IMAGE, watermark_image: toBase64(DAMAGED_WEBP) },
      'watermark_image: is damaged',
    ],
    [
      'with a damaged image for later',
      {},
      { watermark_image: toBase64(DAMAGED_PNG) },
      'watermark_image: is damaged',
    ],
    [
      'that turns on a stored text without glyphs',
      { watermark_text: '東京' },
      { watermark_enabled: 'true' },
      'watermark_text: has characters that the font lacks: 東 京',
    ],
    ['that empties the text in use', TEXT, { watermark_text: '' }, 'watermark_text: must be set'],
    [
      'that removes the image in use',
      { ...IMAGE, watermark_image: toBase64(PNG) },
      { watermark_image: '' },
      'watermark_image: must be set',
    ],
    [
      'to an image that is not there',
      TEXT,
      { watermark_kind: 'image' },
      'watermark_image: must be set',
    ],
  ])('%s is refused as a whole, and names the setting (3000)', async (_, stored, change, text) => {
    await storeSettings(worker, stored);
    const { code, message } = await patch({ watermark_opacity: '0.7', ...change });
    expect([code, message]).toEqual([3000, expect.stringContaining(text)]);
    expect(await readStored()).toEqual(stored);
  });

  it.each<[string, Entries, Entries]>([
    ['a text', {}, TEXT],
    ['an image', TEXT, { watermark_kind: 'image', watermark_image: toBase64(PNG) }],
    ['what was stored before', { watermark_text: 'Tintype' }, { watermark_enabled: 'true' }],
    ['nothing, when it is off', TEXT, { watermark_enabled: 'false', watermark_text: '' }],
    ['a text for later', {}, { watermark_text: '東京' }],
    ['the other kind', { ...TEXT, watermark_kind: 'text' }, { watermark_image: '' }],
  ])('to %s is stored', async (_, stored, change) => {
    await storeSettings(worker, stored);
    expect((await patch(change)).code).toBe(0);
    expect(await readStored()).toEqual({ ...stored, ...change });
  });

  it('corrects a watermark of an earlier version in parts', async () => {
    await storeSettings(worker, { ...TEXT, watermark_text: '東京' });
    expect((await patch({ watermark_opacity: '0.7' })).code).toBe(0);
    expect(await put(PNG)).toBe(0);
    expect((await patch({ watermark_kind: 'image' })).code).toBe(0);
  });

  it('is judged again when another one comes in between', async () => {
    await storeSettings(worker, { watermark_text: 'Tintype' });
    let changes = 0;
    const racing = createTestWorker({
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch' && changes === 1) {
          changes += 1;
          await patch({ watermark_text: '' });
        }
        if (binding === 'DB' && method === 'batch') changes += 1;
        return proceed();
      },
    });
    expect((await patch({ watermark_enabled: 'true' }, racing)).code).toBe(3000);
    expect(changes).toBeGreaterThan(2);
    expect(await readStored()).toEqual({ watermark_text: '' });
  });
});

describe('the file of the watermark’s image', () => {
  it('is refused when it is damaged, also while the watermark is off (3003)', async () => {
    expect(await put(PNG)).toBe(0);
    const stored = await readStored();
    for (const state of [{}, IMAGE, TEXT]) {
      await storeSettings(worker, state);
      expect(await put(DAMAGED_PNG)).toBe(3003);
      expect(await put(DAMAGED_WEBP, 'image/webp')).toBe(3003);
      expect(await readStored()).toMatchObject(stored);
    }
  });
});
