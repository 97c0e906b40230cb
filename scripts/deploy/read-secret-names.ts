import { CloudflareRefusal, type CloudflareAccount } from '../support/cloudflare-account.ts';
import { readWranglerConfig } from '../support/wrangler-config.ts';

/** The platform's codes for a Worker that does not exist, and for an environment of it. */
const NO_WORKER = [10_007, 10_090];

/** Null if the account has no such Worker yet. @throws {ScriptError} when the account cannot be read. */
export async function readSecretNames(
  account: CloudflareAccount,
): Promise<ReadonlySet<string> | null> {
  const path = `/workers/scripts/${readWranglerConfig().name}/secrets`;
  try {
    const secrets = await account.get<readonly { readonly name: string }[]>(path);
    return new Set(secrets.map(({ name }) => name));
  } catch (error) {
    // Any other failure leaves open whether the Worker has a key ring.
    const isMissing =
      error instanceof CloudflareRefusal && NO_WORKER.some((code) => error.codes.includes(code));
    if (isMissing) return null;
    throw error;
  }
}
