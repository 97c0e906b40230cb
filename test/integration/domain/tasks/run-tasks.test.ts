import { beforeEach, describe, expect, it } from 'vitest';
import { runTasks, selectTasks } from '../../../../src/worker/domain/tasks/run-tasks.ts';
import type { Task } from '../../../../src/worker/domain/tasks/task.ts';
import { sweep } from '../../../../src/worker/jobs/sweep.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { crashAt } from '../../../support/instrument.ts';
import { resetState } from '../../../support/reset-state.ts';
import { statement } from '../../../support/sql.ts';
import { createTestWorker, type TestWorker } from '../../../support/worker.ts';

const NAME = 'delete_ordinary_events';
const ORDINARY = ['queued', 'published'];

let worker: TestWorker;

const run = (text: string) => worker.env.DB.prepare(text).run();

const addEvents = async (count: number, events = ORDINARY): Promise<void> => {
  const { imageId } = await seedPublishedImage(worker);
  await run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
     INSERT INTO processing_events (image_id, event, created_at)
     SELECT ${imageId}, iif(n % 2, '${events[0]}', '${events[1]}'), n FROM numbers`,
  );
};

const left = async (): Promise<number> =>
  Number(await worker.env.DB.prepare('SELECT count(*) AS n FROM processing_events').first('n'));

const stateOf = async () =>
  (await worker.services.db.run(selectTasks())).find(({ name }) => name === NAME);

/** Adds one to the views of all images, a number of chunks long. */
const countChunks =
  (chunks: number): Task =>
  async (_, position) =>
    position === chunks
      ? null
      : {
          next: position + 1,
          rows: 1,
          statements: [statement('UPDATE images SET view_count = view_count + 1')],
        };

const viewsAfter = async (runs: () => Promise<unknown>): Promise<number> => {
  await seedPublishedImage(worker);
  await runs();
  return Number(await worker.env.DB.prepare('SELECT view_count AS n FROM images').first('n'));
};

beforeEach(async () => {
  await resetState();
  worker = createTestWorker();
});

describe('tasks', () => {
  it('delete the ordinary events alone, and are done when none is left', async () => {
    await addEvents(2500);
    await addEvents(3, ['retried', 'failed']);
    worker.clock.advance(3_600_000);
    await sweep(worker.services);
    expect(await left()).toBe(3);
    expect(await stateOf()).toMatchObject({ doneAt: worker.clock.now() });
  });

  it('convert a bounded number of rows in a run, and go on in the next', async () => {
    await addEvents(10_500);
    expect(await runTasks(worker.services)).toBe(10_000);
    expect(await left()).toBe(500);
    expect(await stateOf()).toMatchObject({ doneAt: null });
    expect(await runTasks(worker.services)).toBe(500);
    expect(await left()).toBe(0);
    expect(await runTasks(worker.services)).toBe(0);
  });

  it('convert each chunk once, when several runs overlap', async () => {
    const registry = { [NAME]: countChunks(7) };
    const views = await viewsAfter(() =>
      Promise.all([1, 2, 3].map(() => runTasks(worker.services, registry))),
    );
    await runTasks(worker.services, registry);
    expect(views).toBe(7);
    expect(await stateOf()).toMatchObject({ position: 7 });
  });

  it.each(['before', 'after'] as const)(
    'convert each chunk once, when a run stops %s any operation',
    async (moment) => {
      const registry = { [NAME]: countChunks(4) };
      const views = await viewsAfter(async () => {
        for (let index = 0; ; index += 1) {
          const crash = crashAt(index, moment);
          const crashing = createTestWorker({ clock: worker.clock, intercept: crash.intercept });
          await runTasks(crashing.services, registry).catch(() => undefined);
          if (!crash.fired) break;
        }
      });
      expect(views).toBe(4);
      expect((await stateOf())?.doneAt).not.toBeNull();
    },
  );

  it('go on when another one fails, whose name the error tells', async () => {
    await run("INSERT INTO tasks (name) VALUES ('a_broken_one')");
    await addEvents(5);
    const broken = async () => {
      throw new Error('unreadable');
    };
    const { TASKS } = await import('../../../../src/worker/domain/tasks/registry.ts');
    const failure = runTasks(worker.services, { ...TASKS, a_broken_one: broken });
    await expect(failure).rejects.toThrow(/a_broken_one/u);
    expect(await left()).toBe(0);
  });

  it('of a later version are left alone', async () => {
    await run("INSERT INTO tasks (name) VALUES ('of_a_later_version')");
    await runTasks(worker.services);
    const rows = await worker.services.db.run(selectTasks());
    expect(rows.map(({ name, doneAt }) => [name, doneAt === null])).toContainEqual([
      'of_a_later_version',
      true,
    ]);
  });

  it('that are not done have the migration refused that drops the old form, by name', async () => {
    await addEvents(3);
    const drop = () =>
      worker.env.DB.batch([
        worker.env.DB.prepare(
          `INSERT INTO guard (ok, reason) SELECT done_at IS NOT NULL, 'task ' || name || ' is not done'
           FROM tasks WHERE name = '${NAME}' AND EXISTS (SELECT 1 FROM images)`,
        ),
        worker.env.DB.prepare('DELETE FROM processing_events'),
      ]);
    await expect(drop()).rejects.toThrow(`task ${NAME} is not done`);
    expect(await left()).toBe(3);
    await runTasks(worker.services);
    await drop();
  });
});
