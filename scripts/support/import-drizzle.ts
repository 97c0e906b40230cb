import { registerHooks, type ResolveFnOutput } from 'node:module';

const PACKAGE = 'drizzle-orm';

const resolved = new Map<string, ResolveFnOutput>();

/**
 * Node parses the package.json of a package at each import of it, and twice for each of its files. That of Drizzle has
 * 180 KB, which takes half a millisecond of processor time, and a command that opens a database has 400 such imports.
 */
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && parentURL.includes(`/node_modules/${PACKAGE}/`)) {
      const { href } = new URL(specifier, parentURL);
      return { url: href, format: 'module', shortCircuit: true };
    }
    // Programs of other packages may require it as CommonJS.
    if (!specifier.startsWith(PACKAGE) || !parentURL.endsWith('.ts')) {
      return nextResolve(specifier, context);
    }
    const known = resolved.get(specifier) ?? nextResolve(specifier, context);
    resolved.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
});
