import { expect, it } from 'vitest';
import type { ListedImage } from '../../../../../../src/console/features/gallery/model/listed-image.ts';
import { MonthSection } from '../../../../../../src/console/features/gallery/model/month-section.ts';
import { MonthTasks } from '../../../../../../src/console/features/gallery/model/month-tasks.ts';

it('months that two wait for are read until both have theirs, and fail if the list is left', async () => {
  const sections = ['2026-03', '2026-02', '2026-01'].map(
    (month) => new MonthSection<ListedImage>(month),
  );
  const [march, february] = sections;
  const tasks = new MonthTasks();
  const [one, both, none] = [['2026-03'], ['2026-03', '2026-02'], ['2026-01']].map((months) =>
    tasks.add(months),
  );
  expect(tasks.findNext(sections)).toBe(march);
  march?.end();
  tasks.settleDone(sections);
  expect(await one).toBe(true);
  expect([tasks.isEmpty, tasks.findNext(sections)]).toEqual([false, february]);
  february?.end();
  tasks.settleAll(sections);
  expect([await both, await none]).toEqual([true, false]);
  expect([tasks.isEmpty, tasks.findNext(sections)]).toEqual([true, null]);
});
