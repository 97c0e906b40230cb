import { instance } from '@viz-js/viz';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './wrangler.ts';

export const DIAGRAM_FOLDER = join(ROOT, 'docs', 'pictures');

/** SVG by file name, drawn from the Graphviz text of that name. */
export async function drawDiagrams(): Promise<Map<string, string>> {
  const viz = await instance();
  const sources = globSync('*.dot', { cwd: DIAGRAM_FOLDER }).sort();
  return new Map(
    sources.map((name) => {
      const path = join(DIAGRAM_FOLDER, name);
      const svg = viz.renderString(readFileSync(path, 'utf8'), { format: 'svg' });
      return [name.replace(/\.dot$/u, '.svg'), svg];
    }),
  );
}
