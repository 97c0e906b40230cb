import { afterAll } from 'vitest';
import { resetState } from './reset-state.ts';
import { settleWorkers } from './worker.ts';

interface ModuleRunner {
  import(url: string, options?: object): Promise<unknown>;
}

/**
 * Each call of a Durable Object asks Vitest's server where the Worker's module lies, which takes longer than the call:
 * the answer is kept.
 */
function rememberImports(runner: ModuleRunner): void {
  const load = (Object.getPrototypeOf(runner) as ModuleRunner).import;
  const imports = new Map<string, Promise<unknown>>();
  runner.import = (url, options) => {
    // Vitest imports test files, and this one, anew each time.
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
await resetState();
afterAll(settleWorkers);
