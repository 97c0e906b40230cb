import type { PreparedPart } from '../../../../src/client/imaging/prepare-parts.ts';

/** What an old version's state holds; stands beside it as `site.json`. */
export interface OldSite {
  readonly revision: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly keyRing: string;
  /** Session tokens by username. Ada's images follow. */
  readonly sessions: Readonly<Record<string, string>>;
  readonly images: readonly OldImage[];
  readonly viewed: { readonly imageId: number; readonly views: number };
  /** Of a private image. */
  readonly imageToken: { readonly path: string; readonly token: string };
  /** Null where the version has none. */
  readonly shareToken: string | null;
  readonly apiKey: string | null;
  /** Two of its four parts have arrived. */
  readonly upload: { readonly uploadId: string; readonly left: readonly LeftPart[] };
  /** Waits for its publication. */
  readonly pending: { readonly uploadId: string };
}

export interface OldImage {
  readonly path: string;
  readonly sha256: string;
  readonly pipeline: 1 | 2;
}

export interface LeftPart extends Pick<PreparedPart, 'kind'> {
  readonly putUrl: string;
  readonly base64: string;
}

export const STATE_FILE = 'state.tar.gz';
export const SITE_FILE = 'site.json';
