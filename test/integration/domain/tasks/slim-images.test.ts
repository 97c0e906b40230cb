import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConsistency } from '../../../../src/worker/domain/consistency/check-consistency.ts';
import { deleteImage } from '../../../../src/worker/domain/images/delete-image.ts';
import { editImage } from '../../../../src/worker/domain/images/edit-image.ts';
import { indexLibraries } from '../../../../src/worker/domain/images/index-libraries.ts';
import { trashImage } from '../../../../src/worker/domain/images/trash-image.ts';
import { runTasks } from '../../../../src/worker/domain/tasks/run-tasks.ts';
import { slimImages } from '../../../../src/worker/domain/tasks/slim-images.ts';
import { restoreImages } from '../../../../src/worker/domain/trash/restore-images.ts';
import { crashAt } from '../../../support/instrument.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { listAll } from '../../../support/lists.ts';
import { registerAndLogin, type Person } from '../../../support/people.ts';
import { readRows, runBatch, statement } from '../../../support/sql.ts';
import { createTestWorker } from '../../../support/worker.ts';

const worker = createTestWorker();
const { db } = worker.services;

/** Beyond the first 320 characters of the texts, and across them. */
const TERMS = ['q', 'zebra', 'a', 'img_', 'étang', 'lighthouse', 'x'.repeat(13), 'nothing'];
const NAMES = [
  'IMG_20261123_081355.jpg',
  'DSC01234.JPG',
  'Étang.png',
  'noext',
  '.hidden',
  'a.b..jpg',
];
const LONG = `${'x'.repeat(330)} zebra q`;

const open = () =>
  runBatch(db, [
    statement("UPDATE tasks SET position = 0, done_at = NULL WHERE name = 'slim_images'"),
  ]);

const count = async (table: string): Promise<number> => {
  const [row] = await readRows<{ n: number }>(db, statement(`SELECT count(*) AS n FROM ${table}`));
  return row?.n ?? Number.NaN;
};

/** Images as the version before wrote them. */
const seedOld = async (person: Person): Promise<number[]> => {
  await open();
  const ids: number[] = [];
  for (const [index, filename] of NAMES.entries()) {
    const { imageId } = await seedPublishedImage(worker, { userId: person.userId });
    const title = index === 1 ? 'The lighthouse' : filename.replace(/(.)\.[^.]*$/u, '$1');
    const texts = [title, filename, index === 2 ? LONG : ''].map((text) => text.toLowerCase());
    await runBatch(db, [
      statement(
        'UPDATE images SET title = ?, filename = ?, description = ?, title_key = ?, search_text = ? WHERE id = ?',
        title,
        filename,
        index === 2 ? LONG : '',
        texts[0] ?? '',
        index === 1 || index === 2 ? texts.join('\u001F') : (texts[1] ?? ''),
        imageId,
      ),
    ]);
    ids.push(imageId);
  }
  return ids;
};

const answersOf = (person: Person) =>
  Promise.all(
    [{ sort: 'title' }, ...TERMS.map((search) => ({ sort: '-view_count', search }))].map((query) =>
      listAll(worker, person, query),
    ),
  );

const expectSound = async (): Promise<void> => {
  const findings = [];
  for await (const finding of checkConsistency(worker.services)) findings.push(finding);
  expect(findings).toEqual([]);
  expect(await count("tasks WHERE name = 'slim_images' AND done_at IS NULL")).toBe(0);
  // Exactly the marked images are in the index, with each of their positions.
  const difference = (a: string, b: string) =>
    count(`(SELECT image_id, suffix FROM ${a} EXCEPT SELECT image_id, suffix FROM ${b})`);
  const marked = 'image_positions WHERE image_id IN (SELECT id FROM images WHERE is_large)';
  expect(await difference('image_suffixes', marked)).toBe(0);
  expect(await difference(marked, 'image_suffixes')).toBe(0);
};

describe.each(['small', 'large'])('the texts and index entries of a %s library', (size) => {
  let person: Person;
  let ids: number[];

  beforeEach(async () => {
    await runBatch(db, [statement('UPDATE users SET library_stage = 0')]);
    person = await registerAndLogin(worker);
    ids = await seedOld(person);
    if (size === 'large') {
      await runBatch(db, [
        statement('UPDATE users SET library_stage = 1 WHERE id = ?', person.userId),
        // The stage 1 of a library of few images is that of one which becomes small.
        statement('UPDATE images SET is_large = 1 WHERE user_id = ?', person.userId),
        statement('UPDATE users SET library_stage = 2 WHERE id = ?', person.userId),
      ]);
    }
  });

  it('are slim after the task, and every answer is that of before', async () => {
    expect(await count('image_suffixes')).toBeGreaterThan(50);
    const before = await answersOf(person);
    expect(before.slice(1).map((images) => images.length)).toEqual([1, 1, 2, 1, 1, 1, 1, 0]);
    await runTasks(worker.services);
    expect(await answersOf(person)).toEqual(before);
    const slim = `images WHERE user_id = ${person.userId} AND title = '' AND search_text = ''`;
    expect(await count(slim)).toBe(4);
    await expectSound();
  });

  it('are converted once, when the task stops after any operation and two go on', async () => {
    const before = await answersOf(person);
    for (let index = 0; ; index += 1) {
      await open();
      const crash = crashAt(index, 'after');
      const crashing = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
      await runTasks(crashing.services).catch(() => undefined);
      expect(await answersOf(person)).toEqual(before);
      await Promise.all([runTasks(worker.services), runTasks(worker.services)]);
      if (!crash.fired) break;
    }
    expect(await answersOf(person)).toEqual(before);
    await expectSound();
  });

  it('follow an edit and a deletion between reading and writing', async () => {
    const [edited = 0, deleted = 0] = ids;
    const actor = { kind: 'web', userId: person.userId } as const;
    let isRacing = true;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch' && isRacing) {
          isRacing = false;
          await editImage(worker.services, actor, edited, { title: 'Renamed zebra' });
          await deleteImage(worker.services, actor, deleted);
        }
        return proceed();
      },
    });
    await runTasks(racing.services);
    expect(await count("tasks WHERE name = 'slim_images' AND done_at IS NULL")).toBe(1);
    await runTasks(worker.services);
    const found = await listAll(worker, person, { search: 'ZEBRA', sort: 'created_at' });
    expect(found.map(({ id }) => id)).toEqual([edited, ids[2]]);
    await expectSound();
  });

  it('are slim of an image that is uploaded between the last look and the end of the task', async () => {
    let batches = 0;
    let added = 0;
    const racing = createTestWorker({
      clock: worker.clock,
      intercept: async ({ binding, method }, proceed) => {
        if (binding === 'DB' && method === 'batch') batches += 1;
        if (batches === 2 && added === 0) {
          const options = { userId: person.userId, filename: 'IMG_1234.jpg' };
          added = (await seedPublishedImage(worker, options)).imageId;
        }
        return proceed();
      },
    });
    await runTasks(racing.services, { slim_images: slimImages });
    expect(added).toBeGreaterThan(0);
    await runTasks(worker.services);
    expect(await count(`images WHERE id = ${added} AND search_text = ''`)).toBe(1);
    await expectSound();
  });

  it('are slim and whole of an image that was in the trash during the task', async () => {
    const before = await answersOf(person);
    const [, , long = 0, derived = 0] = ids;
    await runBatch(db, [
      // As versions cut it that searched the beginning alone.
      statement('UPDATE images SET search_text = substr(search_text, 1, 320) WHERE id = ?', long),
    ]);
    const actor = { kind: 'web', userId: person.userId } as const;
    for (const id of [long, derived]) await trashImage(worker.services, actor, id);
    await runTasks(worker.services);
    await restoreImages(worker.services, person, [long, derived]);
    expect(await answersOf(person)).toEqual(before);
    const slim = `images WHERE id = ${derived} AND title = '' AND search_text = ''`;
    expect(await count(slim)).toBe(1);
    await expectSound();
  });

  it.each([
    ['into the trash', trashImage, async () => undefined],
    ['out of the trash', async () => undefined, trashImage],
  ])(
    'are slim of an image that moves %s between reading and writing',
    async (_way, move, prepare) => {
      const before = await answersOf(person);
      const [id = 0] = ids;
      const actor = { kind: 'web', userId: person.userId } as const;
      await prepare(worker.services, actor, id);
      let isRacing = true;
      const racing = createTestWorker({
        clock: worker.clock,
        intercept: async ({ binding, method }, proceed) => {
          if (binding === 'DB' && method === 'batch' && isRacing) {
            isRacing = false;
            await move(worker.services, actor, id);
            if (move !== trashImage) await restoreImages(worker.services, person, [id]);
          }
          return proceed();
        },
      });
      await runTasks(racing.services, { slim_images: slimImages });
      await runTasks(worker.services);
      await restoreImages(worker.services, person, [id]);
      expect(await answersOf(person)).toEqual(before);
      expect(await count(`images WHERE id = ${id} AND title = '' AND search_text = ''`)).toBe(1);
      await expectSound();
    },
  );

  it('are slim of an image that is edited back to its filename', async () => {
    await runTasks(worker.services);
    const [first = 0] = ids;
    const actor = { kind: 'web', userId: person.userId } as const;
    await editImage(worker.services, actor, first, { title: 'Herons' });
    expect((await listAll(worker, person, { search: 'heron' })).map(({ id }) => id)).toEqual([
      first,
    ]);
    const { title } = await editImage(worker.services, actor, first, { title: '' });
    expect(title).toBe('IMG_20261123_081355');
    expect(await count(`images WHERE id = ${first} AND title = '' AND search_text = ''`)).toBe(1);
    await expectSound();
  });
});

describe('a library that becomes large', () => {
  afterEach(() =>
    runBatch(db, [
      statement(
        'UPDATE users SET image_count = (SELECT count(*) FROM images WHERE user_id = users.id)',
      ),
    ]),
  );

  it('gives the same answers when the cron stops after any operation, and until it is indexed', async () => {
    const person = await registerAndLogin(worker);
    await seedOld(person);
    await runTasks(worker.services);
    const before = await answersOf(person);
    const change = (images: number) =>
      runBatch(db, [
        statement(
          'UPDATE users SET library_stage = 1, image_count = ? WHERE id = ?',
          images,
          person.userId,
        ),
      ]);
    for (let index = 0; ; index += 1) {
      let fired = false;
      for (const images of [5001, 4000]) {
        await change(images);
        const crash = crashAt(index, 'after');
        const crashing = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
        await indexLibraries(crashing.services).catch(() => undefined);
        fired ||= crash.fired;
        expect(await answersOf(person)).toEqual(before);
        await Promise.all([indexLibraries(worker.services), indexLibraries(worker.services)]);
        const stages = await readRows<{ stage: number }>(
          db,
          statement('SELECT library_stage AS stage FROM users WHERE id = ?', person.userId),
        );
        expect(stages).toEqual([{ stage: images === 5001 ? 2 : 0 }]);
        expect(await answersOf(person)).toEqual(before);
      }
      if (!fired) break;
    }
    await runBatch(db, [
      statement('UPDATE users SET image_count = ? WHERE id = ?', NAMES.length, person.userId),
    ]);
    await expectSound();
  });

  it.each([
    ['shrinking', 4000, 4001, 2],
    ['growing', 4001, 4000, 0],
  ])(
    'follows its own count when a run that found it %s is overtaken by another one',
    async (_, found, images, stage) => {
      const { userId } = await registerAndLogin(worker);
      await seedPublishedImage(worker, { userId });
      const wasLarge = found === 4000 ? 1 : 0;
      const setCount = (value: number) =>
        runBatch(db, [statement('UPDATE users SET image_count = ? WHERE id = ?', value, userId)]);
      await runBatch(db, [
        statement('UPDATE users SET library_stage = 1 WHERE id = ?', userId),
        statement('UPDATE images SET is_large = ? WHERE user_id = ?', wasLarge, userId),
      ]);
      await setCount(found);
      let operations = 0;
      const overtaken = createTestWorker({
        clock: worker.clock,
        intercept: async ({ binding }, proceed) => {
          // After the selections of libraries and of images.
          if (binding === 'DB' && ++operations === 3) {
            await setCount(images);
            await indexLibraries(worker.services);
          }
          return proceed();
        },
      });
      await indexLibraries(overtaken.services);
      expect(operations).toBeGreaterThan(2);
      expect(await count(`users WHERE id = ${userId} AND library_stage = ${stage}`)).toBe(1);
      const isLarge = stage === 2 ? 1 : 0;
      expect(await count(`images WHERE user_id = ${userId} AND is_large <> ${isLarge}`)).toBe(0);
    },
  );

  it('is not indexed while an image is not marked', async () => {
    const { userId } = await registerAndLogin(worker);
    const { imageId } = await seedPublishedImage(worker, { userId });
    await runBatch(db, [
      statement('UPDATE users SET library_stage = 1 WHERE id = ?', userId),
      statement('UPDATE users SET library_stage = 2 WHERE id = ?', userId),
    ]);
    expect(await count(`users WHERE id = ${userId} AND library_stage = 2`)).toBe(0);
    await runBatch(db, [statement('UPDATE images SET is_large = 1 WHERE id = ?', imageId)]);
    await runBatch(db, [statement('UPDATE users SET library_stage = 2 WHERE id = ?', userId)]);
    expect(await count(`users WHERE id = ${userId} AND library_stage = 2`)).toBe(1);
  });
});
