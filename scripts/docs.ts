// Writes docs/configuration.md and docs/monitoring: npm run docs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAlerts } from './monitoring/write-alerts.ts';
import { writeDashboard } from './monitoring/write-dashboard.ts';
import { CONFIGURATION_PAGE, writeConfigurationPage } from './support/configuration-page.ts';
import { runScript } from './support/fail.ts';
import { ROOT } from './support/wrangler.ts';

const MONITORING_FOLDER = join(ROOT, 'docs', 'monitoring');

await runScript(async () => {
  writeFileSync(CONFIGURATION_PAGE, writeConfigurationPage());
  writeFileSync(join(MONITORING_FOLDER, 'alerts.yml'), writeAlerts());
  writeFileSync(join(MONITORING_FOLDER, 'dashboard.json'), writeDashboard());
  return 0;
});
