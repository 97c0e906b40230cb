import axe, { type AxeResults, type NodeResult, type Result } from 'axe-core';
import type { Page } from 'playwright-core';

const HEIGHT = 800;
/** What a theme can change; the rest is looked at in one theme at each width. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe says of everything else is many times as long, and would be copied out of the page. */
const PICK = '({ violations, incomplete }) => ({ violations, incomplete })';

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
    for (const { id, nodes } of await runAxe(page, 'document', runOnly)) {
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
    const found = await runAxe(page, "'dialog:modal'", runOnly);
    findings.push(...found.map(({ id, help }) => `${colorScheme}: ${id}: ${help}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return findings;
};

/** What is wrong within a part of the page, which is named as an expression. */
const runAxe = async (page: Page, part: string, runOnly: unknown): Promise<Result[]> => {
  const options = JSON.stringify({ resultTypes: ['violations', 'incomplete'], runOnly });
  const expression = `axe.run(${part}, ${options}).then(${PICK})`;
  type Findings = Pick<AxeResults, 'violations' | 'incomplete'>;
  const { violations, incomplete } = await page.evaluate<Findings>(expression);
  const unseen = incomplete.map((result) => ({ ...result, nodes: result.nodes.filter(isUnseen) }));
  return [...violations, ...unseen.filter(({ nodes }) => nodes.length > 0)];
};

/** Text of the colour of its background axe takes for hidden on purpose. */
const isUnseen = ({ any }: NodeResult): boolean =>
  any.some(({ data }) => (data as { messageKey?: unknown } | null)?.messageKey === 'equalRatio');

/** It stays in a document, and is half a megabyte of script. */
const ensureAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
};
