import type { Services } from '../../services.ts';
import { revealToken, type TokenRecord } from './token-record.ts';

export interface ActiveToken {
  /** In plain text. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

type SealedToken = Pick<TokenRecord, 'ciphertext' | 'keyId'> & Pick<ActiveToken, 'expiresAt'>;

/** Opens a token that is in force; null for none, an expired one, and one whose key is lost: it admits nobody either. */
export const openSealedToken = async (
  { clock, keys }: Pick<Services, 'clock' | 'keys'>,
  imageId: number,
  sealedJson: string | null,
): Promise<ActiveToken | null> => {
  if (sealedJson === null) return null;
  const { expiresAt, ...sealed } = JSON.parse(sealedJson) as SealedToken;
  if (expiresAt <= clock.now()) return null;
  const token = await revealToken(keys, imageId, sealed);
  return token === null ? null : { token, expiresAt };
};
