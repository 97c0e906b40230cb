import type { Size } from '../../shared/pixels.ts';

/** All of the upright source, or its largest centred crop of the aspect of `size`. */
export interface Frame {
  readonly fit: 'contain' | 'cover';
  readonly size: Size;
}
