import { toBase64 } from '../../../shared/bytes.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { changeSettings } from './change-settings.ts';
import { parseSetting } from './registry.ts';

export const SET_WATERMARK_IMAGE_ERRORS = [
  // Not a PNG or WebP that a watermark can be.
  'unsupported_type',
] as const satisfies readonly ErrorName[];

/** Makes a file the watermark's image, in place of the one before; for an administrator. */
export async function setWatermarkImage(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'siteFacts'>,
  actor: Pick<Actor, 'userId'>,
  file: Uint8Array,
): Promise<void> {
  const key = 'watermark_image';
  const value = toBase64(file);
  const parsed = parseSetting(key, value);
  // An empty text would take the image away.
  if (file.byteLength === 0 || !parsed.ok) {
    throw new DomainError('unsupported_type', {
      message: `the file ${parsed.ok ? 'is empty' : parsed.error.replace(', in base64', '')}`,
    });
  }
  await changeSettings(services, actor, [{ key, value }]);
}
