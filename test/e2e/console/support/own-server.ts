import { inject } from 'vitest';
import {
  startBundledServer,
  takeBundle,
  type BundledServer,
  type BundledServerOptions,
} from '../../support/bundled-server.ts';

/** A server of a test's own, from the bundle that the whole run shares. */
export const startOwnServer = (options?: BundledServerOptions): Promise<BundledServer> =>
  startBundledServer(inject('bundleFolder'), options);

/** The bundle that the whole run shares. */
export const takeTintype = (): ReturnType<typeof takeBundle> => takeBundle(inject('bundleFolder'));
