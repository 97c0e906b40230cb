// Draws the diagrams of docs/ from their sources: npm run draw-diagrams
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIAGRAM_FOLDER, drawDiagrams } from './support/diagrams.ts';
import { runScript } from './support/fail.ts';

await runScript(async () => {
  for (const [name, svg] of await drawDiagrams()) writeFileSync(join(DIAGRAM_FOLDER, name), svg);
  return 0;
});
