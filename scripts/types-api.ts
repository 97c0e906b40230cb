// Writes the API types of the console: npm run types:api
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeApiTypes } from './support/api-types.ts';
import { runScript } from './support/fail.ts';
import { ROOT } from './support/wrangler.ts';

await runScript(async () => {
  writeFileSync(join(ROOT, 'src', 'console', 'api', 'schema.d.ts'), await writeApiTypes());
  return 0;
});
