import { describe, expect, it } from 'vitest';
import { WIRE_ERRORS } from '../../../../../../src/worker/http/wire-errors.ts';
import { findManifestFault } from '../../../../../../src/worker/domain/uploads/manifest.ts';
import {
  readManifest,
  shapeFault,
  UploadManifest,
} from '../../../../../../src/worker/http/api/uploads/read-manifest.ts';

const LIMITS = { UPLOAD_MAX_PART_BYTES: 1_000_000, UPLOAD_MAX_PIXELS: 50_000_000 };

interface Size {
  readonly width: number;
  readonly height: number;
}

const manifestOf = (
  master: Size = { width: 3000, height: 2000 },
  publishSource: Size = { width: 2048, height: 1365 },
): UploadManifest => {
  const part = (kind: UploadManifest['parts'][number]['kind'], size: Size, quality: number) => ({
    kind,
    size: 1000,
    sha256: 'a1'.repeat(32),
    mime_type: 'image/webp' as const,
    ...size,
    quality,
  });
  return {
    filename: 'a.jpg',
    visibility: 'public',
    processor_version: 'test/1',
    recipe_version: '2.0.0',
    source: { mime_type: 'image/jpeg', ...master, animated: false },
    parts: [
      part('master', master, 80),
      part('gallery', { width: 400, height: 400 }, 60),
      part('admin', { width: 120, height: 160 }, 60),
      part('publish_source', publishSource, 80),
    ],
  };
};

/** A deep copy with the value at a dotted path replaced, or removed for `undefined`. */
const altered = (path: string, value: unknown): unknown => {
  const manifest = structuredClone(manifestOf());
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = manifest as unknown as Record<string, unknown>;
  for (const name of names) at = at[name] as Record<string, unknown>;
  at[last] = value;
  return JSON.parse(JSON.stringify(manifest));
};

const faultOf = async (body: unknown) => {
  const shape = UploadManifest.safeParse(body);
  const fault = shape.success
    ? findManifestFault((await readManifest(shape.data)).manifest, LIMITS)
    : shapeFault(shape.error);
  return fault === null ? null : { code: WIRE_ERRORS[fault.error].code, message: fault.message };
};

describe('a manifest', () => {
  it('is accepted when it follows the recipe', async () => {
    expect(await faultOf(manifestOf())).toBeNull();
  });

  it.each([
    ['taken', 'yesterday'],
    ['filename', undefined],
    ['filename', ''],
    ['filename', 'x'.repeat(256)],
    ['filename', 'a\u0000b'],
    ['visibility', 'secret'],
    ['processor_version', undefined],
    ['processor_version', ''],
    ['recipe_version', undefined],
    ['recipe_version', 2],
    ['source', undefined],
    ['source.mime_type', 'image/tiff'],
    ['source.width', 0],
    ['source.height', 1.5],
    ['source.animated', undefined],
    ['source.animated', true],
    ['parts', undefined],
    ['parts', []],
    ['parts.0.kind', 'publish'],
    ['parts.1.size', 0],
    ['parts.1.size', '1000'],
    ['parts.2.sha256', 'A1'.repeat(32)],
    ['parts.2.sha256', 'a1'.repeat(31)],
    ['parts.3.mime_type', 'image/avif'],
    ['parts.3.width', -2048],
  ])('is refused for %s = %j with 3005, which names the field', async (path, value) => {
    const fault = await faultOf(altered(path, value));
    expect(fault?.code).toBe(3005);
    expect(fault?.message.startsWith(`${path}: `)).toBe(true);
  });

  it.each([
    ['taken_at', '2026:11:27 12:00:00'],
    ['taken_at', '2026-02-30T12:00:00'],
    ['taken_at', '2026-11-27T24:00:00Z'],
    ['taken_at', '1825-12-31T23:59:59Z'],
    ['taken_at', '2100-01-01T00:00:00'],
    ['location.latitude', 90.5],
    ['camera.name', 'x'.repeat(101)],
    ['camera.lens', 'a\nb'],
    ['camera.exposure_seconds', 0],
    ['camera.f_number', 1001],
    ['camera.iso', 100.5],
    ['camera.focal_length_mm', -50],
  ])('is refused for a photograph with %s = %j', async (name, value) => {
    const [field = '', inner] = name.split('.');
    const taken = { [field]: inner === undefined ? value : { [inner]: value } };
    const fault = await faultOf(altered('taken', taken));
    expect(fault?.code).toBe(3005);
    expect(fault?.message.startsWith(`taken.${name}: `)).toBe(true);
  });

  it('is accepted with any of the facts of a photograph, or none', async () => {
    const dates = ['2026-11-27T12:00:00', '2026-11-27T12:00:00Z', '1900-02-28T23:59:59-03:30'];
    for (const taken_at of dates) expect(await faultOf(altered('taken', { taken_at }))).toBeNull();
    for (const taken of [{}, { camera: {} }, { camera: { iso: 100 }, place: [1, 2] }]) {
      expect(await faultOf(altered('taken', taken))).toBeNull();
    }
  });

  it.each(['', 'A'.repeat(64), 'a'.repeat(63)])(
    'is refused with the source hash %j',
    async (hash) => {
      expect((await faultOf(altered('source.sha256', hash)))?.code).toBe(3005);
    },
  );

  it.each([
    ['parts.0.quality', 79, 'parts.master.quality'],
    ['parts.1.quality', 80, 'parts.gallery.quality'],
    ['parts.0.width', 2999, 'parts.master'],
    ['parts.1.width', 401, 'parts.gallery'],
    ['parts.2.height', 120, 'parts.admin'],
    ['parts.3.height', 1367, 'parts.publish_source'],
    ['parts.1.kind', 'master', 'parts'],
  ])('is refused for a part outside the recipe, %s = %j', async (path, value, field) => {
    const fault = await faultOf(altered(path, value));
    expect(fault?.code).toBe(3005);
    expect(fault?.message.startsWith(`${field}: `)).toBe(true);
  });

  it.each([['text'], [null], [[]], [undefined]])('is refused as %j with 3005', async (body) => {
    expect((await faultOf(body))?.code).toBe(3005);
  });

  it('is refused for another recipe version with 4261, before other faults', async () => {
    expect((await faultOf({ recipe_version: '3.0.0', shape: 'of another time' }))?.code).toBe(4261);
    expect((await faultOf(altered('recipe_version', '1.9.0')))?.code).toBe(4261);
  });

  it('is refused for a part over the limit with 3002, and accepted at the limit', async () => {
    expect(await faultOf(altered('parts.0.size', 1_000_000))).toBeNull();
    expect((await faultOf(altered('parts.0.size', 1_000_001)))?.code).toBe(3002);
  });

  it('is refused for too many pixels with 3010, and accepted at the limit', async () => {
    const source = { width: 2048, height: 1024 };
    expect(await faultOf(manifestOf({ width: 10_000, height: 5000 }, source))).toBeNull();
    expect((await faultOf(manifestOf({ width: 10_002, height: 5001 }, source)))?.code).toBe(3010);
  });

  it('is refused for a side too long for WebP with 3010', async () => {
    const source = { width: 2048, height: 1 };
    expect(await faultOf(manifestOf({ width: 16_383, height: 2 }, source))).toBeNull();
    expect((await faultOf(manifestOf({ width: 16_384, height: 2 }, source)))?.code).toBe(3010);
  });

  it('may state the source stored or upright; other parts follow the master', async () => {
    const upright = manifestOf({ width: 2000, height: 3000 }, { width: 1365, height: 2048 });
    const stored = { ...upright, source: { ...upright.source, width: 3000, height: 2000 } };
    expect(await faultOf(stored)).toBeNull();
    const landscape = manifestOf();
    const mixed = { ...stored, parts: [stored.parts[0], ...landscape.parts.slice(1)] };
    expect((await faultOf(mixed))?.message).toContain('parts.publish_source');
  });

  it.each([
    [2048, 1365],
    [2048, 1364],
    [2048, 1366],
    [2047, 1365],
    [1600, 1067],
    [1024, 682],
    [3, 2],
    [1, 1],
  ])(
    'may have a publish_source of %ix%i, whose aspect is within a pixel of rounding',
    async (w, h) => {
      expect(await faultOf(manifestOf(undefined, { width: w, height: h }))).toBeNull();
      const upright = manifestOf({ width: 2000, height: 3000 }, { width: h, height: w });
      expect(await faultOf(upright)).toBeNull();
    },
  );

  it.each([
    [2048, 1363],
    [2048, 1367],
    [2049, 1366],
    [3000, 2000],
    [1600, 1069],
    [1365, 2048],
    [1000, 1000],
    [1000, 1],
  ])('is refused for a publish_source of %ix%i with 3005', async (width, height) => {
    const fault = await faultOf(manifestOf(undefined, { width, height }));
    expect(fault?.code).toBe(3005);
    expect(fault?.message).toContain('parts.publish_source: the recipe asks for 2048x1365');
  });

  it('must have the recipe’s gallery and admin sizes, and a small source’s publish_source', async () => {
    const small = { width: 30, height: 20 };
    expect(await faultOf(manifestOf(small, { width: 15, height: 10 }))).toBeNull();
    expect((await faultOf(manifestOf(small, { width: 31, height: 21 })))?.code).toBe(3005);
    for (const [path, value] of [
      ['parts.1.width', 399],
      ['parts.1.height', 401],
      ['parts.2.width', 121],
      ['parts.2.height', 159],
    ] as const) {
      expect((await faultOf(altered(path, value)))?.code, path).toBe(3005);
    }
  });

  it('never needs a publish_source larger than its source', async () => {
    expect(
      await faultOf(manifestOf({ width: 30, height: 20 }, { width: 30, height: 20 })),
    ).toBeNull();
  });
});

describe('the hash of a manifest', () => {
  const hashOf = async (manifest: unknown): Promise<string> =>
    (await readManifest(UploadManifest.parse(manifest))).manifestSha256;

  it('ignores the order of fields and parts, and unknown fields', async () => {
    const manifest = manifestOf();
    const reordered = Object.fromEntries(Object.entries(manifest).toReversed());
    const other = { ...reordered, parts: manifest.parts.toReversed(), comment: 'ignored' };
    expect(await hashOf(other)).toBe(await hashOf(manifest));
  });

  it('depends on every value', async () => {
    const hashes = await Promise.all(
      [
        manifestOf(),
        altered('filename', 'b.jpg'),
        altered('visibility', 'private'),
        altered('processor_version', 'test/2'),
        altered('source.mime_type', 'image/png'),
        altered('parts.0.size', 1001),
        altered('parts.0.sha256', 'b2'.repeat(32)),
      ].map(hashOf),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
