// Builds the console: npm run build-console
import { buildConsole } from './support/console-build.ts';
import { runScript } from './support/fail.ts';

await runScript(async () => {
  await buildConsole();
  return 0;
});
