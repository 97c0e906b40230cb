import { beforeEach, describe, expect, it } from 'vitest';
import { packTaken } from '../../../../src/worker/domain/texts/stored-taken.ts';
import { createAlbumAs } from '../../../support/albums-api.ts';
import type { Answer } from '../../../support/api-call.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { resetState } from '../../../support/reset-state.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();

interface Texts {
  readonly title: string;
  readonly description: string;
}

type TaggedAnswer = Answer<Texts> & { readonly tag: string };

const ask = async (
  person: Person,
  path: string,
  change: { readonly body: object; readonly ifMatch?: string } | null = null,
  by = worker,
): Promise<TaggedAnswer> => {
  const { headers } = person;
  const sent =
    change === null
      ? { headers }
      : {
          method: 'PATCH',
          body: JSON.stringify(change.body),
          headers: {
            ...headers,
            'Content-Type': 'application/json',
            ...(change.ifMatch !== undefined && { 'If-Match': change.ifMatch }),
          },
        };
  const response = await by.fetch(`/api/v1${path}`, sent);
  const tag = response.headers.get('ETag') ?? '';
  return { ...(await response.json<Answer<Texts>>()), status: response.status, tag };
};

/** Resolves batches once `open` is called. */
const openSlow = () => {
  const commits = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = createTestWorker({
    clock: worker.clock,
    intercept: async ({ binding, method }, proceed) => {
      if (binding === 'DB' && method === 'batch') {
        begun.resolve();
        await commits.promise;
      }
      return proceed();
    },
  });
  return { slow, open: commits.resolve, begun: begun.promise };
};

beforeEach(resetState);

describe.each([
  [
    'image',
    async ({ userId }: Person) =>
      `/images/${(await seedPublishedImage(worker, { userId })).imageId}`,
  ],
  ['album', async (owner: Person) => `/albums/${(await createAlbumAs(worker, owner)).id}`],
])('a change of the texts of an %s on condition', (_, make) => {
  let owner: Person;
  let path: string;
  let tag: string;

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    path = await make(owner);
    ({ tag } = await ask(owner, path));
  });

  it('is written under the tag of the texts that are there, and answers the next one', async () => {
    expect(tag).toMatch(/^"[\da-f]{32}"$/u);
    const changed = await ask(owner, path, { body: { title: 'Harbour' }, ifMatch: tag });
    expect(changed).toMatchObject({ status: 200, data: { title: 'Harbour' } });
    expect(changed.tag).not.toBe(tag);
    expect((await ask(owner, path)).tag).toBe(changed.tag);
    const ifMatch = `"another", ${changed.tag}`;
    const body = { description: 'Boats' };
    expect((await ask(owner, path, { body, ifMatch })).status).toBe(200);
    expect((await ask(owner, path, { body: { title: 'Quay' }, ifMatch: '*' })).status).toBe(200);
  });

  it('is refused under another tag and changes nothing; without a tag it is not', async () => {
    await ask(owner, path, { body: { title: 'Theirs' } });
    for (const ifMatch of [tag, `W/${tag}`, 'none', '']) {
      const refused = await ask(owner, path, { body: { title: 'Mine' }, ifMatch });
      expect([ifMatch, refused.status, refused.code]).toEqual([ifMatch, 412, 3000]);
    }
    expect((await ask(owner, path)).data.title).toBe('Theirs');
    expect((await ask(owner, path, { body: { title: 'Mine' } })).status).toBe(200);
  });

  it('is written under a tag that a proxy has marked weak', async () => {
    const body = { title: 'Harbour' };
    expect((await ask(owner, path, { body, ifMatch: `W/${tag}` })).status).toBe(200);
  });

  it('may be sent again after a lost answer', async () => {
    const change = { body: { title: 'Harbour' }, ifMatch: tag };
    await ask(owner, path, change);
    expect(await ask(owner, path, change)).toMatchObject({
      status: 200,
      data: { title: 'Harbour' },
    });
  });

  it('is refused if another one is written between its reading and its writing', async () => {
    const { slow, open, begun } = openSlow();
    const late = ask(owner, path, { body: { title: 'Late' }, ifMatch: tag }, slow);
    await begun;
    expect((await ask(owner, path, { body: { title: 'Early' }, ifMatch: tag })).status).toBe(200);
    open();
    expect((await late).status).toBe(412);
    expect((await ask(owner, path)).data.title).toBe('Early');
  });
});

it('other fields change under the same tag', async () => {
  const owner = await registerAndLogin(worker);
  const album = `/albums/${(await createAlbumAs(worker, owner)).id}`;
  const { tag } = await ask(owner, album);
  expect((await ask(owner, album, { body: { order: 'oldest' } })).tag).toBe(tag);
});

describe('a location that is taken away on condition', () => {
  const location = { latitude: 48.13743, longitude: 11.57549 };
  let owner: Person;
  let path: string;
  let tag: string;

  beforeEach(async () => {
    owner = await registerAndLogin(worker);
    const { imageId } = await seedPublishedImage(worker, { userId: owner.userId });
    await worker.env.DB.prepare('UPDATE images SET exposure = ? WHERE id = ?')
      .bind(packTaken({ location }).exposure, imageId)
      .run();
    path = `/images/${imageId}`;
    ({ tag } = await ask(owner, path));
  });

  it('goes under any tag, for it is no text, but not beside a text that is refused', async () => {
    await ask(owner, path, { body: { title: 'Theirs' } });
    const both = { body: { title: 'Mine', location: null }, ifMatch: tag };
    expect((await ask(owner, path, both)).status).toBe(412);
    expect((await ask(owner, path)).data).toMatchObject({ title: 'Theirs', location });
    const alone = { body: { location: null }, ifMatch: tag };
    expect(await ask(owner, path, alone)).toMatchObject({ status: 200, data: { location: null } });
    expect((await ask(owner, path)).data).toMatchObject({ title: 'Theirs', location: null });
  });

  it.each([
    ['before', { title: 'Harbour' }, { location: null }],
    ['after', { location: null }, { title: 'Harbour' }],
  ])('stays away when it is written %s a text that was read with it', async (_, late, early) => {
    const { slow, open, begun } = openSlow();
    const held = ask(owner, path, { body: late, ifMatch: tag }, slow);
    await begun;
    expect((await ask(owner, path, { body: early, ifMatch: tag })).status).toBe(200);
    open();
    expect((await held).status).toBe(200);
    expect((await ask(owner, path)).data).toMatchObject({ title: 'Harbour', location: null });
  });
});
