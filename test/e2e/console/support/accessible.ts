import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const WIDTHS = [360, 1280] as const;
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 800;

const RUN = `axe.run({ resultTypes: ['violations'] })`;

/** Every finding of axe on a page as it stands, in light and dark, on a phone and on a desk, a line each. */
export const findBarriers = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const findings: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate<AxeResults>(RUN);
      findings.push(
        ...violations.flatMap(({ id, nodes }) =>
          nodes.map(
            ({ target, failureSummary = '' }) =>
              `${String(width)} ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/gu, ' ')}`,
          ),
        ),
      );
    }
  }
  return findings;
};
