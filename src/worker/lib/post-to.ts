import { readUpTo } from '../../shared/streams.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { describeError } from './log.ts';

export interface Posting {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | URLSearchParams;
  readonly timeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  /** Empty if the answer is longer than any verdict. */
  readonly text: string;
}

const MAX_ANSWER_BYTES = 65_536;

/** The time limit includes the answer's content. Follows no redirect: secrets are for the configured address alone. */
export async function postTo(
  url: string | URL,
  { headers = {}, body, timeoutMs }: Posting,
): Promise<Result<PostAnswer, string>> {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const init = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    const response = await fetch(url, init);
    const { status, ok: isOk, headers: answered } = response;
    const bytes = response.body === null ? null : await readUpTo(response.body, MAX_ANSWER_BYTES);
    return ok({
      status,
      isOk,
      headers: answered,
      text: new TextDecoder().decode(bytes ?? undefined),
    });
  } catch (error) {
    return err(describeError(error));
  } finally {
    // Closes the connection under an answer that was not read to its end.
    ending.abort();
  }
}
