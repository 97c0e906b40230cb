export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** 0 to 1. */
  readonly onSent?: (share: number) => void;
  /** Allows a POST to be repeated; other methods always may. */
  readonly isIdempotent?: boolean;
  /** Needs no session, so none is renewed before it. */
  readonly isOpen?: boolean;
}

export type Send = (path: string, call: Call) => Promise<unknown>;

export function postJson(value: unknown): Call & { readonly headers: Record<string, string> } {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  };
}
