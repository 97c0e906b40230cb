import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { claimPort } from '../../../scripts/support/port.ts';
import { startServer, type Server } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<Server, 'baseUrl' | 'persistTo'>;
    legacyServer: Pick<Server, 'baseUrl' | 'persistTo'>;
    /** Folder of the Worker's bundle, built on first use by tests that start it without npm. */
    bundleFolder: string;
  }
}

/** Tests sign in and upload more often than one person. */
const VARS = {
  REGISTRATIONS_PER_IP: '1000',
  LOGIN_ATTEMPTS_PER_IP: '1000',
  LOGIN_FAILURES_PER_IP: '100',
  UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '100',
};
const LEGACY_VARS = {
  ...VARS,
  V2_UPLOAD_ENABLED: 'false',
  UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '100',
  UPLOAD_SESSIONS_PER_MINUTE: '100000',
  UPLOAD_ACTIVE_SESSIONS_PER_USER: '100',
};

/**
 * Starts the shared servers of the end-to-end tests, the second with pipeline 2 off. Each test has its own accounts.
 * `useSharedServer` and `useLegacyServer` wait until they are ready.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await start(VARS);
  // Filtered runs that do not need it save its start.
  const legacyServer = process.env['LEGACY_SERVER'] === 'off' ? server : await start(LEGACY_VARS);
  project.provide('server', server.address);
  project.provide('legacyServer', legacyServer.address);
  const bundleFolder = mkdtempSync(join(tmpdir(), 'tintype-bundle-'));
  project.provide('bundleFolder', bundleFolder);
  return async () => {
    rmSync(bundleFolder, { recursive: true, force: true });
    await Promise.all([...new Set([server, legacyServer])].map(({ stop }) => stop()));
  };
};

const start = async (vars: Record<string, string>) => {
  const persistTo = mkdtempSync(join(tmpdir(), 'tintype-shared-'));
  const port = String(await claimPort('localhost', 0));
  const starting = startServer({ persistTo, vars, args: ['--port', port] });
  starting.catch((error: unknown) => console.error(String(error)));
  return {
    address: { baseUrl: `http://localhost:${port}`, persistTo },
    stop: async () => {
      await (await starting).stop();
      rmSync(persistTo, { recursive: true, force: true });
    },
  };
};
