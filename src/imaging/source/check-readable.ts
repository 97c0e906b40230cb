import { planColor } from '../color/plan-color.ts';
import { ImageError } from '../image-error.ts';
import type { SourceInfo } from './source-info.ts';

/**
 * Refuses a sound image that no codec here can show, though a browser may.
 * @throws {ImageError} unsupported_coding, unsupported_color
 */
export function checkReadable({ obstacle, color }: SourceInfo): void {
  if (obstacle !== null) {
    throw new ImageError(
      'unsupported_coding',
      `${obstacle}, which cannot be read here. Export it in an ordinary form first.`,
    );
  }
  // Any ICC profile can be dropped, which needs no plan.
  if (color.kind === 'code_points') planColor(color);
}
