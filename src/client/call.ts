/** One request of the HTTP interface. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Hears what share of a body of bytes has gone out, 0 to 1. */
  readonly onSent?: (share: number) => void;
  /** Whether a POST may be sent twice; every other method may. */
  readonly isIdempotent?: boolean;
  /** Whether it needs no session, so that none is renewed before it. */
  readonly isOpen?: boolean;
}

/** Sends one call and returns the data of its answer. */
export type Send = (path: string, call: Call) => Promise<unknown>;

/** A call that posts JSON. */
export function postJson(value: unknown): Call & { readonly headers: Record<string, string> } {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  };
}
