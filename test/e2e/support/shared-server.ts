import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startBundledServer } from './bundled-server.ts';
import { findPort } from './find-port.ts';
import { startServer, type Server } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<Server, 'baseUrl' | 'persistTo'>;
    legacyServer: Pick<Server, 'baseUrl' | 'persistTo'>;
    /** Folder of builds that the whole run shares, each made on first use. */
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
 * Starts the shared servers of the end-to-end tests: one by `npm start`, and one from the shared bundle with pipeline 2
 * off. Each test has its own accounts. `useSharedServer` and `useLegacyServer` wait until they are ready.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const bundleFolder = mkdtempSync(join(tmpdir(), 'tintype-bundle-'));
  project.provide('bundleFolder', bundleFolder);
  const server = await start(({ persistTo, port }) =>
    startServer({ persistTo, vars: VARS, args: ['--port', String(port)] }),
  );
  // Filtered runs that do not need it save its start.
  const legacyServer =
    process.env['LEGACY_SERVER'] === 'off'
      ? server
      : await start((place) =>
          startBundledServer(bundleFolder, { ...place, vars: () => LEGACY_VARS }),
        );
  project.provide('server', server.address);
  project.provide('legacyServer', legacyServer.address);
  return async () => {
    await Promise.all([...new Set([server, legacyServer])].map(({ stop }) => stop()));
    rmSync(bundleFolder, { recursive: true, force: true });
  };
};

interface Place {
  readonly persistTo: string;
  readonly port: number;
}

/** The address is known before the server is ready. */
const start = async (launch: (place: Place) => Promise<Pick<Server, 'stop'>>) => {
  const persistTo = mkdtempSync(join(tmpdir(), 'tintype-shared-'));
  const port = await findPort();
  const starting = launch({ persistTo, port });
  starting.catch((error: unknown) => console.error(String(error)));
  return {
    address: { baseUrl: `http://localhost:${String(port)}`, persistTo },
    stop: async () => {
      await (await starting).stop();
      rmSync(persistTo, { recursive: true, force: true });
    },
  };
};
