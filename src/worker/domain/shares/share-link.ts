import { shareLinks } from '../../db/schema/share-links.ts';
import type { Services } from '../services.ts';
import { revealToken } from '../tokens/image-token.ts';

/** As its owner sees it. */
export interface ShareLink {
  readonly id: number;
  /** Null when its key is lost: the link then opens nothing either. */
  readonly token: string | null;
  readonly label: string;
  readonly expiresAt: number | null;
  readonly maxViews: number | null;
  /** Of a limited link; null for others. */
  readonly viewsTaken: number | null;
  readonly hasPassword: boolean;
  readonly createdAt: number;
}

const { id, ciphertext, keyId, label, expiresAt, maxViews, passwordHash, createdAt } = shareLinks;

export const LINK_FIELDS = {
  id,
  ciphertext,
  keyId,
  label,
  expiresAt,
  maxViews,
  passwordHash,
  createdAt,
};

type LinkRow = Pick<typeof shareLinks.$inferSelect, keyof typeof LINK_FIELDS>;

export async function toShareLink(
  { keys, shareViews }: Pick<Services, 'keys' | 'shareViews'>,
  imageId: number,
  { passwordHash: hash, ciphertext: sealed, keyId: sealedUnder, ...row }: LinkRow,
): Promise<ShareLink> {
  const [token, viewsTaken] = await Promise.all([
    revealToken(keys, imageId, { ciphertext: sealed, keyId: sealedUnder }),
    row.maxViews === null ? null : shareViews.taken(row.id),
  ]);
  return { ...row, token, viewsTaken, hasPassword: hash !== null };
}
