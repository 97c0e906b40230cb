import { z } from '@hono/zod-openapi';
import {
  EMAIL_MAX_CHARACTERS,
  judgePasswordLength,
  PASSWORD_MAX_CODE_POINTS,
  PASSWORD_MIN_CODE_POINTS,
  USERNAME_MAX_CHARACTERS,
  USERNAME_MIN_CHARACTERS,
  USERNAME_PATTERN,
} from '../../../shared/entry-rules.ts';
import { textMatching } from '../text-matching.ts';

const LINK_TOKEN_MAX_CHARACTERS = 128;

/** Ignores case. */
export const Username = textMatching(
  USERNAME_PATTERN,
  'only letters, digits, _, . and - are allowed',
)
  .min(USERNAME_MIN_CHARACTERS)
  .max(USERNAME_MAX_CHARACTERS)
  .transform((name) => name.toLowerCase());

export const Email = z
  .email()
  .max(EMAIL_MAX_CHARACTERS)
  .transform((address) => address.toLowerCase());

/** Of an invitation or a reset link; other text is an unknown one. */
export const LinkToken = z.string().min(1).max(LINK_TOKEN_MAX_CHARACTERS);

export const NewPassword = z
  .string()
  .refine(
    (password) => judgePasswordLength(password) === null,
    `must have ${PASSWORD_MIN_CODE_POINTS} to ${PASSWORD_MAX_CODE_POINTS} characters`,
  )
  .openapi({ minLength: PASSWORD_MIN_CODE_POINTS, maxLength: PASSWORD_MAX_CODE_POINTS });
