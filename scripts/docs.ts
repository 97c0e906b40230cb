// Writes docs/configuration.md: npm run docs
import { writeFileSync } from 'node:fs';
import { CONFIGURATION_PAGE, writeConfigurationPage } from './support/configuration-page.ts';
import { runScript } from './support/fail.ts';

await runScript(async () => {
  writeFileSync(CONFIGURATION_PAGE, writeConfigurationPage());
  return 0;
});
