import { toBase64 } from '../../../shared/bytes.ts';
import type { Actor } from '../actor.ts';
import { DomainError, type ErrorName } from '../errors.ts';
import type { Services } from '../services.ts';
import { changeSettings } from './change-settings.ts';
import { parseSetting } from './registry.ts';

export const SET_WATERMARK_IMAGE_ERRORS = [
  'unsupported_type',
] as const satisfies readonly ErrorName[];

export async function setWatermarkImage(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'siteFacts'>,
  actor: Pick<Actor, 'userId'>,
  file: Uint8Array,
): Promise<void> {
  const key = 'watermark_image';
  const value = toBase64(file);
  const parsed = parseSetting(key, value);
  // An empty text would remove the image.
  if (file.byteLength === 0 || !parsed.ok) {
    throw new DomainError('unsupported_type', {
      message: `the file ${parsed.ok ? 'is empty' : parsed.error.replace(', in base64', '')}`,
    });
  }
  await changeSettings(services, actor, [{ key, value }]);
}
