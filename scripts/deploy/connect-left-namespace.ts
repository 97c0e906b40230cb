import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudflareAccount } from '../support/cloudflare-account.ts';
import { readWranglerConfig } from '../support/wrangler-config.ts';
import { ROOT } from '../support/wrangler.ts';
import { removeAtExit } from './remove-at-exit.ts';

/**
 * A first deployment that failed may have left a namespace. Wrangler would make it again, which the platform refuses: names
 * are unique. Returns the options of a configuration with its id, or none if nothing is left.
 */
export async function connectLeftNamespace(account: CloudflareAccount): Promise<string[]> {
  const config = readWranglerConfig();
  const list = await account.list<{ readonly id: string; readonly title: string }>(
    '/storage/kv/namespaces',
  );
  const namespaces = config.kv_namespaces.map((namespace) => {
    const title = `${config.name}-${namespace.binding.toLowerCase()}`;
    const left = list.find((known) => known.title === title);
    return { ...namespace, ...(left === undefined ? {} : { id: namespace.id ?? left.id }) };
  });
  if (namespaces.every(({ id }, index) => id === config.kv_namespaces[index]?.id)) return [];
  // Its paths are relative to its folder.
  const path = join(ROOT, `.wrangler-deploy-${String(process.pid)}.json`);
  removeAtExit(path);
  writeFileSync(path, JSON.stringify({ ...config, kv_namespaces: namespaces }));
  return ['--config', path];
}
