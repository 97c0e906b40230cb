// Writes the API types of the console, and the served API document where a build exists: npm run types:api
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeApiDescription } from './support/api-description.ts';
import { writeApiTypes } from './support/api-types.ts';
import { runScript } from './support/fail.ts';
import { ROOT } from './support/wrangler.ts';

const BUILD = join(ROOT, 'dist', 'console');

await runScript(async () => {
  writeFileSync(join(ROOT, 'src', 'console', 'api', 'schema.d.ts'), await writeApiTypes());
  if (existsSync(BUILD)) await writeApiDescription(BUILD);
  return 0;
});
