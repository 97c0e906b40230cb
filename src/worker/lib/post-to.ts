import { describeError } from './log.ts';
import { err, ok, type Result } from '../../shared/result.ts';

export interface Posting {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | URLSearchParams;
  readonly timeoutMs: number;
}

/** What another service answered, whatever its status. */
export interface PostAnswer {
  readonly status: number;
  /** Whether the status is a success (2xx). */
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Posts to another service and reads its whole answer; the reason, for the log, when none came in time. No redirect is
 * followed: secrets and signatures are for the address that was configured, no other.
 */
export async function postTo(
  url: string | URL,
  { headers = {}, body, timeoutMs }: Posting,
): Promise<Result<PostAnswer, string>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return ok({ status: response.status, isOk: response.ok, headers: response.headers, text });
  } catch (error) {
    return err(describeError(error));
  }
}
