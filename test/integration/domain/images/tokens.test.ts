import { describe, expect, it } from 'vitest';
import { call } from '../../../support/api-call.ts';
import { seedProcessingImage, seedPublishedImage } from '../../../support/images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import {
  issue,
  privateImage,
  privateLink,
  publicImage,
  revoke,
  setVisibility,
  view,
} from '../../../support/image-scene.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe('a private image’s token', () => {
  it.each<[string, (token: string) => [string, Record<string, string>]]>([
    ['query', (token) => [`?token=${encodeURIComponent(token)}`, {}]],
    ['X-Image-Token', (token) => ['', { 'X-Image-Token': token }]],
    ['bearer', (token) => ['', { Authorization: `Bearer ${token}` }]],
  ])('admits a third party by %s, and no cache keeps the answer', async (_name, present) => {
    const scene = await privateImage();
    const { data } = await issue(scene);
    const [query, headers] = present(data.token);
    for (const path of [privateLink(scene), `/i/${scene.image.uniqueLink}S/gallery.webp`]) {
      const answer = await view(scene, path + query, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Cache-Control')).toContain('no-store');
      expect(answer.headers.get('CDN-Cache-Control')).toContain('no-store');
      expect(answer.headers.get('Surrogate-Control')).toContain('no-store');
      expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    }
  });

  it('is found wherever it is presented, beside any other tokens', async () => {
    const scene = await privateImage();
    const { worker, owner } = scene;
    const old = (await issue(scene)).data.token;
    const valid = (await issue(scene)).data.token;
    const foreign = (await issue(await privateImage(worker))).data.token;
    const stranger = await registerAndLogin(worker);
    const link = privateLink(scene);
    const session = `Bearer ${stranger.bearer}`;
    const present = (query: readonly string[], headers: Record<string, string>) => {
      const search = new URLSearchParams(query.map((token) => ['token', token])).toString();
      return view(scene, `${link}?${search}`, headers);
    };
    const cases: readonly [readonly string[], Record<string, string>][] = [
      [[valid], { Authorization: session }],
      [[], { Authorization: session, 'X-Image-Token': valid }],
      [[valid], { 'X-Image-Token': '' }],
      [[], { 'X-Image-Token': '', Authorization: `Bearer ${valid}` }],
      [[''], { 'X-Image-Token': valid, Authorization: '' }],
      [[valid], { 'X-Image-Token': 'junk', Authorization: 'Basic junk' }],
      [[valid], { 'X-Image-Token': old, Authorization: `Bearer ${foreign}` }],
      [[old], { 'X-Image-Token': valid, Authorization: `Bearer ${foreign}` }],
      [[foreign], { 'X-Image-Token': old, Authorization: `Bearer ${valid}` }],
      [[old, 'junk', '', valid], {}],
      [Array.from({ length: 50 }, () => 'junk').concat(valid), {}],
      [[], { 'X-Image-Token': `${old}, ${valid}` }],
    ];
    for (const [query, headers] of cases) {
      expect(await present(query, headers), JSON.stringify([query, headers])).toMatchObject({
        status: 200,
      });
    }
    // The owner's session counts beside invalid tokens.
    const own = { Authorization: `Bearer ${owner.bearer}`, 'X-Image-Token': foreign };
    expect((await present([old], own)).status).toBe(200);
    expect((await present(['junk'], { Cookie: owner.headers['Cookie'] ?? '' })).status).toBe(200);
    expect((await present([foreign], { 'X-Image-Token': old, Authorization: session })).code).toBe(
      4042,
    );
    expect((await present([foreign, 'junk'], { Authorization: session })).code).toBe(4037);
  });

  it('is found among sixteen candidates, one from each place in turn, not beyond', async () => {
    const scene = await privateImage();
    const { token } = (await issue(scene)).data;
    // Each has the form of a token, and a wrong checksum.
    const forge = (count: number) =>
      Array.from({ length: count }, (_, n) => `${token.slice(0, -8)}forged${String(n + 10)}`);
    const present = (query: readonly string[], headers: Record<string, string> = {}) =>
      view(scene, `${privateLink(scene)}?${query.map((one) => `token=${one}`).join('&')}`, headers);
    const bearer = (one: string) => ({ Authorization: `Bearer ${one}` });
    const listed = (tokens: readonly string[]) => ({ 'X-Image-Token': tokens.join(', ') });
    for (const [code, query, headers] of [
      [0, [...forge(15), token], {}],
      [4037, [...forge(16), token], {}],
      [0, [...forge(15), ...forge(15), token], {}],
      [0, forge(30), bearer(token)],
      [0, forge(30), listed([token])],
      [0, [token], listed(forge(30))],
      [0, ['', 'junk', token], { ...listed(forge(60)), ...bearer(forge(61).at(-1) ?? '') }],
      [0, [...forge(7), token], listed(forge(60).slice(30))],
      [4037, [...forge(8), token], listed(forge(60).slice(30))],
    ] as const) {
      expect((await present(query, headers)).code, JSON.stringify([query, headers])).toBe(code);
    }
  });

  it('opens neither master nor admin', async () => {
    const scene = await privateImage();
    const { data } = await issue(scene);
    for (const kind of ['master', 'admin']) {
      const path = `/i/${scene.image.uniqueLink}S/${kind}.webp`;
      expect(await view(scene, path, { 'X-Image-Token': data.token })).toMatchObject({
        status: 404,
        code: 4041,
      });
    }
  });

  it('gives 4037 when missing, invalid, expired, or of another image or kind', async () => {
    const scene = await privateImage();
    const other = await privateImage(scene.worker);
    const { data } = await issue(scene);
    const foreign = (await issue(other)).data.token;
    const link = privateLink(scene);
    const refused = { status: 403, code: 4037 };
    expect(await view(scene, link)).toMatchObject(refused);
    for (const token of ['x', foreign, `${data.token}x`, other.owner.bearer, 'a'.repeat(5000)]) {
      expect(await view(scene, link, { 'X-Image-Token': token })).toMatchObject(refused);
    }
    scene.worker.clock.advance(DAY_MS);
    expect(await view(scene, link, { 'X-Image-Token': data.token })).toMatchObject(refused);
  });

  it('gives 4042 once revoked, replaced or ended by going public, until its expiry', async () => {
    const scene = await privateImage();
    const presented = async (token: string) =>
      (await view(scene, privateLink(scene), { 'X-Image-Token': token })).code;
    const first = (await issue(scene)).data.token;
    const second = (await issue(scene)).data.token;
    expect(await presented(first)).toBe(4042);
    expect(await presented(second)).toBe(0);
    expect((await revoke(scene)).data).toEqual({ image_id: scene.image.imageId, revoked: true });
    expect((await revoke(scene)).data['revoked']).toBe(false);
    expect(await presented(second)).toBe(4042);
    const third = (await issue(scene)).data.token;
    expect((await setVisibility(scene, 'public')).data).toMatchObject({ tokens_revoked: 1 });
    await setVisibility(scene, 'private');
    expect(await presented(third)).toBe(4042);
  });

  it('gives 4042 among the last 20 revoked ones, and 4037 before them', async () => {
    const scene = await privateImage();
    const tokens: string[] = [];
    for (let index = 0; index < 24; index += 1) tokens.push((await issue(scene)).data.token);
    await revoke(scene);
    const codes = await Promise.all(
      tokens.map(
        async (token) => (await view(scene, privateLink(scene), { 'X-Image-Token': token })).code,
      ),
    );
    expect(codes).toEqual([...Array(4).fill(4037), ...Array(20).fill(4042)]);
    await setVisibility(scene, 'public');
    await setVisibility(scene, 'private');
    await issue(scene);
    const rows = await readRows<{ rows: number }>(
      scene.worker.services.db,
      statement(
        'SELECT count(*) AS rows FROM image_tokens WHERE image_id = ?',
        scene.image.imageId,
      ),
    );
    expect(rows).toEqual([{ rows: 21 }]);
  });

  it('lives for the default time, or for a requested time of 10 minutes to 3 days', async () => {
    const scene = await privateImage();
    const lifeOf = async (body: unknown) =>
      Date.parse((await issue(scene, body)).data.expires_at) - scene.worker.clock.now();
    expect(await lifeOf({})).toBe(DAY_MS);
    expect(await lifeOf({ ttl_ms: 1 })).toBe(10 * MINUTE_MS);
    expect(await lifeOf({ ttl_ms: 30 * DAY_MS })).toBe(3 * DAY_MS);
    expect(await lifeOf({ ttl_ms: 20 * MINUTE_MS })).toBe(20 * MINUTE_MS);
    expect((await issue(scene, { ttl_ms: 1.5 })).code).toBe(3000);
    expect((await issue(scene, { ttl_ms: '600000' })).code).toBe(3000);
  });

  it('may be requested without a body', async () => {
    const { worker, owner, image } = await privateImage();
    expect((await call(worker, owner, 'POST', `/images/${image.imageId}/tokens`)).status).toBe(200);
  });

  it('may be requested with an empty body, whatever its Content-Type says', async () => {
    const { worker, owner, image } = await privateImage();
    const ask = async (type: string, body?: string | ReadableStream): Promise<number> => {
      const response = await worker.fetch(`/api/v1/images/${image.imageId}/tokens`, {
        method: 'POST',
        headers: { ...owner.headers, 'Content-Type': type },
        ...(body === undefined ? {} : { body }),
      });
      return (await response.json<{ code: number }>()).code;
    };
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'image/webp',
    ]) {
      expect(await ask(type), type).toBe(0);
      expect(await ask(type, ''), type).toBe(0);
      expect(await ask(type, new Blob([]).stream()), type).toBe(0);
    }
    expect(await ask('text/plain', '{"ttl_ms":600000}')).toBe(3003);
    expect(await ask('application/json', ' ')).toBe(3000);
    expect(await ask('application/json', '{"ttl_ms":')).toBe(3000);
  });

  it('is the only valid one after several are issued at the same moment', async () => {
    const scene = await privateImage();
    const issued = await Promise.all(Array.from({ length: 8 }, () => issue(scene)));
    const codes = await Promise.all(
      issued.map(
        async ({ data }) =>
          (await view(scene, privateLink(scene), { 'X-Image-Token': data.token })).code,
      ),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 4042)).toHaveLength(7);
  });

  it('is in the detail for owner and administrator only while it is active', async () => {
    const scene = await privateImage();
    const { worker, owner, image } = scene;
    const admin = await registerAndLogin(worker);
    await runBatch(worker.services.db, [
      statement("UPDATE users SET role = 'admin' WHERE id = ?", admin.userId),
    ]);
    const detail = async (person: Person) =>
      (await call(worker, person, 'GET', `/images/${image.imageId}`)).data;
    expect(await detail(owner)).not.toHaveProperty('access_token');
    const { data } = await issue(scene);
    for (const person of [owner, admin]) {
      expect(await detail(person)).toMatchObject({
        access_token: data.token,
        token_expires_at: data.expires_at,
      });
    }
    worker.clock.advance(DAY_MS);
    expect(await detail(owner)).not.toHaveProperty('access_token');
  });

  it('is refused for a public, a processing, a foreign and an unknown image', async () => {
    const open = await publicImage();
    expect((await issue(open)).code).toBe(3000);
    const { worker, owner } = open;
    const inWork = await seedProcessingImage(worker, {
      userId: owner.userId,
      visibility: 'private',
    });
    const foreign = await seedPublishedImage(worker, { visibility: 'private' });
    const codeFor = async (id: number | string) =>
      (await call(worker, owner, 'POST', `/images/${id}/tokens`, {})).code;
    expect(await codeFor(inWork.imageId)).toBe(4093);
    expect(await codeFor(foreign.imageId)).toBe(4031);
    expect(await codeFor(999_999)).toBe(4041);
    expect(await codeFor('x')).toBe(3001);
  });
});
