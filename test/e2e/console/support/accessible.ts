import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult, Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** Minified: each document parses it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HEIGHT = 800;
/** Rules that depend on the theme. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Other results of axe are many times as long, and would be copied from the page. */
const PICK = '({ violations, incomplete }) => ({ violations, incomplete })';

const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** Findings of axe on a page, at phone width in light and at desktop width in dark, one per line. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  await ensureAxe(page);
  const findings: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
    for (const { id, nodes } of await runAxe(page, 'document')) {
      for (const { target, failureSummary = '' } of nodes) {
        const summary = failureSummary.replaceAll(/\s+/gu, ' ');
        const look = `${String(width)} ${colorScheme}`;
        findings.push(`${look}: ${id} at ${target.join(' ')}: ${summary}`);
      }
    }
  }
  return findings;
};

/** Findings of axe on the open dialog alone, in light and dark, one per line. */
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

/** Findings within a part of the page, given as an expression. */
const runAxe = async (page: Page, part: string, runOnly?: unknown): Promise<Result[]> => {
  const resultTypes = ['violations', 'incomplete'];
  // Styles and media would be loaded again, for rules that are off or match nothing.
  const options = JSON.stringify({ resultTypes, preload: false, runOnly });
  const expression = `axe.run(${part}, ${options}).then(${PICK})`;
  type Findings = Pick<AxeResults, 'violations' | 'incomplete'>;
  const { violations, incomplete } = await page.evaluate<Findings>(expression);
  const unseen = incomplete.map((result) => ({ ...result, nodes: result.nodes.filter(isUnseen) }));
  return [...violations, ...unseen.filter(({ nodes }) => nodes.length > 0)];
};

/** Axe ignores text in its background's colour. */
const isUnseen = ({ any }: NodeResult): boolean =>
  any.some(({ data }) => (data as { messageKey?: unknown } | null)?.messageKey === 'equalRatio');

/** Injected once per document, as it is half a megabyte of script. */
const ensureAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
};
