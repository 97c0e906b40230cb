export interface PayloadSize {
  /** Paths or files; null if the payload was truncated. */
  readonly count: number | null;
  readonly userId: number | null;
}

export function countPayload(payload: string): PayloadSize {
  try {
    const value = JSON.parse(payload) as Readonly<Record<string, unknown>>;
    const list = Object.values(value).find((part) => Array.isArray(part) && part.length > 0);
    const userId = value['user_id'];
    return {
      count: Array.isArray(list) ? list.length : null,
      userId: typeof userId === 'number' ? userId : null,
    };
  } catch {
    return { count: null, userId: null };
  }
}
