import { networkOf } from '../../lib/client-address.ts';
import { limitGuesses } from '../accounts/login-limits.ts';
import { verifyPassword } from '../accounts/password.ts';
import { DomainError } from '../errors.ts';
import type { Services } from '../services.ts';
import { issueSharePass } from '../tokens/share-pass.ts';
import { findShare } from './find-share.ts';

export interface ShareGuess {
  readonly token: string;
  readonly password: string;
  readonly address: string;
}

/** A pass for an hour; null for a link without a password. Wrong guesses count by address and by link. */
export async function unlockShare(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'deriveKey' | 'keys' | 'limiter'>,
  { token, password, address }: ShareGuess,
): Promise<string | null> {
  const { clock, config, deriveKey, keys } = services;
  const { linkId, passwordHash } = await findShare(services, token);
  if (passwordHash === null) return null;
  const rule = { windowMs: config.LOGIN_WINDOW_MS, failuresOnly: true };
  const windows = [
    { subject: `share:ip:${networkOf(address)}`, limit: config.LOGIN_FAILURES_PER_IP, ...rule },
    {
      subject: `share:link:${String(linkId)}`,
      limit: config.LOGIN_FAILURES_PER_USERNAME,
      ...rule,
    },
  ];
  return limitGuesses(services, windows, async () => {
    if (!(await verifyPassword(deriveKey, password, passwordHash))) {
      throw new DomainError('wrong_credentials');
    }
    return issueSharePass(keys, linkId, clock.now());
  });
}
