import { afterAll } from 'vitest';
import { requireRoles } from './database-roles.ts';
import { resetState } from './reset-state.ts';
import { settleWorkers } from './worker.ts';

interface ModuleRunner {
  import(url: string, options?: object): Promise<unknown>;
}

/**
 * Caches the location of the Worker's module, for which each call of a Durable Object otherwise asks Vitest's server,
 * at a higher cost than the call.
 */
function rememberImports(runner: ModuleRunner): void {
  const load = (Object.getPrototypeOf(runner) as ModuleRunner).import;
  const imports = new Map<string, Promise<unknown>>();
  runner.import = (url, options) => {
    // Vitest imports this file again for each test file.
    if (options !== undefined) return load.call(runner, url, options);
    const known = imports.get(url);
    if (known !== undefined) return known;
    const loading = load.call(runner, url);
    imports.set(url, loading);
    return loading;
  };
}

const { __vitest_mocker__: mocker } = globalThis as unknown as {
  __vitest_mocker__: { moduleRunner: ModuleRunner };
};
rememberImports(mocker.moduleRunner);
requireRoles();
await resetState();
afterAll(settleWorkers);
