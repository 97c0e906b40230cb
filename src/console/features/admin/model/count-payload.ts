/** What the payload of an outbox event says of its size. */
export interface PayloadSize {
  /** Addresses or files; null when the payload was too long to come whole. */
  readonly count: number | null;
  readonly userId: number | null;
}

/** Reads a payload, of which only the beginning comes: JSON that is cut off is a large one. */
export function countPayload(payload: string): PayloadSize {
  try {
    const value = JSON.parse(payload) as Readonly<Record<string, unknown>>;
    const list = Object.values(value).find(Array.isArray);
    const userId = value['user_id'];
    return {
      count: list === undefined ? null : list.length,
      userId: typeof userId === 'number' ? userId : null,
    };
  } catch {
    return { count: null, userId: null };
  }
}
