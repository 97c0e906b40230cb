import { z } from '@hono/zod-openapi';
import { textMatching } from '../text-matching.ts';

const MIN_PASSWORD_CHARACTERS = 8;
const MAX_PASSWORD_CHARACTERS = 72;

/** A name that an account may have; case does not count. */
export const Username = textMatching(
  /^[A-Za-z0-9_.-]+$/u,
  'only letters, digits, _, . and - are allowed',
)
  .min(3)
  .max(50)
  .transform((name) => name.toLowerCase());

export const Email = z
  .email()
  .max(100)
  .transform((address) => address.toLowerCase());

/** A password that may be set: its length counts in code points, as that of JSON Schema does. */
export const NewPassword = z
  .string()
  .refine(
    hasPasswordLength,
    `must have ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters`,
  )
  .openapi({ minLength: MIN_PASSWORD_CHARACTERS, maxLength: MAX_PASSWORD_CHARACTERS });

function hasPasswordLength(text: string): boolean {
  const length = Array.from(text).length;
  return length >= MIN_PASSWORD_CHARACTERS && length <= MAX_PASSWORD_CHARACTERS;
}
