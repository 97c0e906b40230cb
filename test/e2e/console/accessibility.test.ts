import { beforeAll, expect, it } from 'vitest';
import { findBarriers, injectAxe } from './support/accessible.ts';
import { describeConsole, failOnErrors, signIn } from './support/console.ts';
import { findNarrowFaults } from './support/narrow.ts';
import { drawPictures, PEOPLE, seedDemo, type Demo } from './support/demo.ts';
import { openView, type View } from './support/open-view.ts';
import { VIEWS } from './support/views.ts';

const PICTURES = 5;
/** Checking a dozen pages takes long on a busy machine. */
const TIMEOUT_MS = 240_000;

describeConsole('every page in each state', ({ baseUrl, persistTo, openProfile }) => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await seedDemo({ baseUrl, persistTo }, drawPictures(PICTURES));
  });

  it.each(PEOPLE)(
    'passes axe in light, dark, forced colours and large text, and fits 320 px, for %s',
    { timeout: TIMEOUT_MS },
    async (person) => {
      const profile = await openProfile();
      if (person !== 'nobody') await signIn(profile, demo.names[person]);
      const page = await profile.newPage();
      failOnErrors(page);
      await injectAxe(page);
      const findings: string[] = [];
      let from: View | null = null;
      for (const view of VIEWS.filter(({ as }) => as === person)) {
        await openView(page, view, demo, from);
        from = view;
        const found = [...(await findBarriers(page)), ...(await findNarrowFaults(page))];
        findings.push(...found.map((finding) => `${view.name}, ${finding}`));
      }
      expect(findings).toEqual([]);
    },
  );
});
