export interface Envelope {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

export async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text();
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Milliseconds (RFC 9110, section 10.2.3). */
export function readRetryAfter(response: Response): number | null {
  const value = response.headers.get('Retry-After') ?? '';
  if (/^\d+$/u.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
