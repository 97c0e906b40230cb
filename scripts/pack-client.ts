// Builds the upload library and the command `tintype` as a package, and packs it: npm run pack-client
import { runScript } from './support/fail.ts';
import { buildClientPackage } from './support/client-package.ts';
import { packPackage } from './support/pack-package.ts';

await runScript(async () => {
  const folder = await buildClientPackage();
  console.log(await packPackage(folder));
  return 0;
});
