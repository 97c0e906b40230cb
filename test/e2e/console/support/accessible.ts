import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, NodeResult, Result } from 'axe-core';
import type { Page } from 'playwright-core';
import { openDevtools } from './spare-profiles.ts';

/** Minified: each document parses it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules that depend on the theme. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Other results of axe are many times as long, and would be copied from the page. */
const PICK = '({ violations, incomplete }) => ({ violations, incomplete })';

/** Rules that depend on the size of the text; contrast needs less of a large one. */
const SIZES = { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] };

const STANDARD_PX = { standard: 16, fixed: 13 };
const LARGE_PX = { standard: 32, fixed: 26 };

const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };
/** Axe takes a target below a bar for covered, although it scrolls. */
const HIGH_PHONE = { ...PHONE, height: 5 * PHONE.height };
const HIGH_DESKTOP = { ...DESKTOP, height: 2 * DESKTOP.height };

/**
 * Findings of axe on a page, one per line: on a light phone, with text of 200 %, in forced colours and on a dark desktop. So
 * large, texts are not cut off on a phone either. In this order, the page is laid out six times. It stays 1,280 px wide.
 */
export const findBarriers = async (page: Page): Promise<string[]> => {
  await ensureAxe(page);
  const { setFontSizes, close } = await startSession(page);
  await Promise.all([page.setViewportSize(PHONE), page.emulateMedia({ colorScheme: 'light' })]);
  const findings = await describeBarriers(page, 'light phone');
  await setFontSizes(LARGE_PX);
  findings.push(...(await findClipped(page, '200 % text at 320 px')));
  await page.setViewportSize(HIGH_PHONE);
  findings.push(...(await describeBarriers(page, '200 % text at 320 px', SIZES)));
  await page.setViewportSize(HIGH_DESKTOP);
  findings.push(
    ...(await describeBarriers(page, '200 % text', SIZES)),
    ...(await findClipped(page, '200 % text')),
  );
  await Promise.all([
    setFontSizes(STANDARD_PX),
    page.setViewportSize(DESKTOP),
    page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' }),
  ]);
  findings.push(...(await describeBarriers(page, 'forced colours', COLOURS)));
  await page.emulateMedia({ forcedColors: 'none' });
  findings.push(...(await describeBarriers(page, 'dark desktop')));
  await close();
  return findings;
};

/** The browser's setting of text sizes, to which media queries in em also adapt. */
const startSession = async (page: Page) => {
  const session = await openDevtools(page);
  return {
    setFontSizes: (fontSizes: typeof STANDARD_PX) =>
      session.send('Page.setFontSizes', { fontSizes }),
    close: () => session.detach(),
  };
};

const describeBarriers = async (page: Page, look: string, rules?: typeof COLOURS) => {
  const found = await runAxe(page, 'document', rules);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const summary = failureSummary.replaceAll(/\s+/gu, ' ');
      return `${look}: ${id} at ${target.join(' ')}: ${summary}`;
    }),
  );
};

const findClipped = async (page: Page, look: string): Promise<string[]> => {
  const faults = await page.evaluate<string[]>(FIND_CLIPPED);
  return faults.map((fault) => `${look}: ${fault}`);
};

/** A page that scrolls sideways, and texts that a box around them cuts off without an ellipsis (WCAG 2.2, 1.4.4). */
const FIND_CLIPPED = `(() => {
  const root = document.documentElement;
  const faults = root.scrollWidth > innerWidth ? ['it is ' + root.scrollWidth + ' px wide'] : [];
  const SKIPPED = '.visually-hidden, .visually-hidden *, [aria-hidden=true] *, svg *';
  const isCut = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const measure = (box) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
    return {
      edge: box.getBoundingClientRect(),
      cutsBelow: isCut(overflowY) && webkitLineClamp === 'none',
      cutsBeside: isCut(overflowX) && textOverflow !== 'ellipsis',
    };
  };
  // Most boxes are around many texts.
  const boxes = new Map();
  for (const one of document.querySelectorAll('body *')) {
    const hasText = [...one.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
    if (!hasText || one.matches(SKIPPED)) continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(one);
    const { right, bottom } = range.getBoundingClientRect();
    for (let box = one; box !== document.body; box = box.parentElement) {
      if (!boxes.has(box)) boxes.set(box, measure(box));
      const { edge, cutsBelow, cutsBeside } = boxes.get(box);
      // Words for screen readers alone.
      if (edge.width <= 1) break;
      const isBelow = cutsBelow && bottom > edge.bottom + 2;
      const isBeside = cutsBeside && right > edge.right + 2;
      if (!isBelow && !isBeside) continue;
      faults.push('“' + one.textContent.slice(0, 60) + '” is cut off by ' + box.className);
      break;
    }
  }
  return faults;
})()`;

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

/** In forced colours, Chromium paints text in its colour and computes the page's own as the fill that axe reads. */
const READ_FILL = `{
  const { prototype } = CSSStyleDeclaration;
  const read = prototype.getPropertyValue;
  prototype.getPropertyValue = function (name) {
    return read.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
  };
}`;

/** Injects axe into each document that a page loads, at a third of the cost of doing so afterwards. */
export const injectAxe = (page: Page): Promise<unknown> =>
  page.addInitScript(`${AXE};${READ_FILL}`);

/** Injected once per document, as it is half a megabyte of script. */
const ensureAxe = async (page: Page): Promise<void> => {
  if (await page.evaluate<boolean>("'axe' in globalThis")) return;
  await page.evaluate(AXE);
  await page.evaluate(READ_FILL);
};
