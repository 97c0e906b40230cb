import { registerHooks } from 'node:module';
import { createApp } from '../../src/worker/http/app.ts';
import { describeApi } from '../../src/worker/http/openapi.ts';

const HEADER = `// Made by \`npm run types:api\` from the API's own document.\n\n`;

export async function writeApiTypes(): Promise<string> {
  // openapi-typescript needs TypeScript's programming interface, which TypeScript 7 no longer has.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/') === true
        ? { url: import.meta.resolve('./typescript-5.mjs'), shortCircuit: true }
        : next(specifier, context),
  });
  try {
    const { default: generate, astToString } = await import('openapi-typescript');
    const { document } = await describeApi(createApp());
    return HEADER + astToString(await generate(document));
  } finally {
    hooks.deregister();
  }
}
