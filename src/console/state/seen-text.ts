import { ApiError } from '../../client/errors.ts';

const PRECONDITION_FAILED_STATUS = 412;
/** Other texts under the same tag may change again and again. */
const MAX_ATTEMPTS = 3;

/** A text is another one than its editor has seen. `latest` has what the service has. */
export class TextChangedError<Stored> extends Error {
  readonly latest: Stored;

  constructor(latest: Stored) {
    super('The text has changed');
    this.latest = latest;
  }
}

interface Change<Stored> {
  /** The text that its editor has seen. */
  readonly seen: string;
  /** Undefined: no condition. */
  readonly tag: string | undefined;
  readonly send: (headers: { readonly 'If-Match'?: string }) => Promise<Stored>;
  readonly readLatest: () => Promise<Stored>;
  readonly textOf: (stored: Stored) => string;
}

/**
 * Sends a text on the condition that it replaces the one that its editor has seen. Changes of the texts beside it, which
 * share its tag, do not matter.
 * @throws {TextChangedError}
 */
export async function replaceSeen<Stored extends { readonly tag?: string | undefined }>({
  seen,
  tag,
  send,
  readLatest,
  textOf,
}: Change<Stored>): Promise<Stored> {
  let current = tag;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(current === undefined ? {} : { 'If-Match': current });
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === PRECONDITION_FAILED_STATUS;
      if (!isRefused || attempt === MAX_ATTEMPTS) throw error;
      const latest = await readLatest();
      if (textOf(latest) !== seen) throw new TextChangedError(latest);
      current = latest.tag;
    }
  }
}
