import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const HEIGHT = 800;
/** What a theme can change; the rest is looked at in one theme at each width. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type Violations = AxeResults['violations'];

/** What axe says of everything else is many times as long, and would be copied out of the page. */
const PICK = '({ violations }) => violations';

const LOOKS = [
  { width: 360, colorScheme: 'light', runOnly: undefined },
  { width: 360, colorScheme: 'dark', runOnly: COLOURS },
  { width: 1280, colorScheme: 'dark', runOnly: undefined },
  { width: 1280, colorScheme: 'light', runOnly: COLOURS },
] as const;

/** Every finding of axe on a page as it stands, in light and dark, on a phone and on a desk, a line each. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  await ensureAxe(page);
  const findings: string[] = [];
  for (const { width, colorScheme, runOnly } of LOOKS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
    const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
    const violations = await page.evaluate<Violations>(`axe.run(${options}).then(${PICK})`);
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary = '' } of nodes) {
        const summary = failureSummary.replaceAll(/\s+/gu, ' ');
        const look = `${String(width)} ${colorScheme}`;
        findings.push(`${look}: ${id} at ${target.join(' ')}: ${summary}`);
      }
    }
  }
  return findings;
};

/** Every finding of axe on the dialog that is open, in light and dark, a line each; the rest of the page is left out. */
export const findDialogBarriers = async (page: Page): Promise<string[]> => {
  await ensureAxe(page);
  const findings: string[] = [];
  for (const [colorScheme, runOnly] of [['light'], ['dark', COLOURS]] as const) {
    await page.emulateMedia({ colorScheme });
    const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
    const violations = await page.evaluate<Violations>(
      `axe.run('dialog:modal', ${options}).then(${PICK})`,
    );
    findings.push(...violations.map(({ id, help }) => `${colorScheme}: ${id}: ${help}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return findings;
};

/** It stays in a document, and is half a megabyte of script. */
const ensureAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
};
