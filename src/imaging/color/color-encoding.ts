/** CIE 1931 xy. */
export interface Chromaticities {
  readonly red: readonly [number, number];
  readonly green: readonly [number, number];
  readonly blue: readonly [number, number];
  readonly white: readonly [number, number];
}

/** ITU-T H.273, as in PNG's cICP and in AVIF's colr box of type nclx. */
export interface CodePoints {
  readonly primaries: number;
  readonly transfer: number;
}

export type ColorEncoding =
  | { readonly kind: 'srgb' }
  /** Pixels are four inks. */
  | { readonly kind: 'cmyk'; readonly profile: Uint8Array | null }
  | {
      readonly kind: 'icc';
      readonly profile: Uint8Array;
      /** A profile for gray applies only then. */
      readonly isGray: boolean;
    }
  | { readonly kind: 'code_points'; readonly codePoints: CodePoints }
  | {
      readonly kind: 'gamma';
      /** From pixel value to light. */
      readonly gamma: number;
      readonly chromaticities: Chromaticities | null;
    };
