import { describeError } from './log.ts';
import { err, ok, type Result } from '../../shared/result.ts';

export interface Posting {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | URLSearchParams;
  readonly timeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/** Follows no redirect: secrets are for the configured address alone. */
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
