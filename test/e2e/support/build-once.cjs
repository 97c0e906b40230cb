// Loaded into wrangler's own process by the servers of tests, before wrangler: there the Worker is built once. Waiting
// for a file to change, esbuild would look at some of them ten times a second, as long as the server runs.
const { createRequire } = require('node:module');

const [, program = ''] = process.argv;
// The launchers of wrangler's process are loaded with this, too.
if (program.endsWith('cli.js')) {
  const path = createRequire(program).resolve('esbuild');
  const esbuild = require(path);
  const context = async (options) => {
    const made = await esbuild.context(options);
    return { ...made, watch: () => made.rebuild() };
  };
  require.cache[path].exports = { ...esbuild, context };
}
