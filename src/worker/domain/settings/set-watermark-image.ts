import { toBase64 } from '../../../shared/bytes.ts';
import type { Actor } from '../actor.ts';
import { DomainError, isDomainError, type ErrorName } from '../errors.ts';
import { changeSettings, type ChangeServices } from './change-settings.ts';

export const SET_WATERMARK_IMAGE_ERRORS = [
  'unsupported_type',
] as const satisfies readonly ErrorName[];

/** The file must be drawable, also while the watermark is off. */
export async function setWatermarkImage(
  services: ChangeServices,
  actor: Pick<Actor, 'userId'>,
  file: Uint8Array,
): Promise<void> {
  // An empty text would remove the image.
  if (file.byteLength === 0) throw refuse('is empty');
  const key = 'watermark_image';
  try {
    await changeSettings(services, actor, [{ key, value: toBase64(file) }]);
  } catch (error) {
    if (!isDomainError(error, 'invalid_parameter')) throw error;
    throw refuse(error.message.replace(`${key}: `, '').replace(', in base64', ''), error);
  }
}

function refuse(fault: string, cause?: Error): DomainError {
  return new DomainError('unsupported_type', { message: `the file ${fault}`, cause });
}
