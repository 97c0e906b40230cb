import type { z } from 'zod';
import { postTo } from '../../lib/post-to.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

/** Any answer but JSON of this schema is an error for the log, not a verdict. */
export async function askVendor<Answer>(
  url: string | URL,
  form: Readonly<Record<string, string>>,
  schema: z.ZodType<Answer>,
  timeoutMs: number,
): Promise<Result<Answer, string>> {
  const posted = await postTo(url, { body: new URLSearchParams(form), timeoutMs });
  if (!posted.ok) return posted;
  const { isOk, status, text } = posted.value;
  if (!isOk) return err(`the captcha vendor answered with status ${String(status)}`);
  const answer = schema.safeParse(parseJson(text));
  return answer.success ? ok(answer.data) : err('the captcha vendor sent a malformed answer');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
