import { toBase64Url } from '../shared/bytes.ts';
import { randomBytes } from '../shared/ids.ts';

/** 1: the server processes the original file. 2: the client prepares four parts. */
export type Pipeline = 1 | 2;

export interface UploadTicket {
  readonly pipeline: Pipeline;
  readonly idempotencyKey: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly queueId?: string;
  readonly uploadId?: string;
}

/** By the source's fingerprint. */
export interface ResumeStore {
  load(fingerprint: string): Promise<UploadTicket | null>;
  save(fingerprint: string, ticket: UploadTicket): Promise<void>;
  remove(fingerprint: string): Promise<void>;
}

/** The server keeps an idempotency key for 24 hours. */
const TICKET_LIFE_MS = 86_400_000;

export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'tintype-upload:';

/** Null once the server has forgotten the key; `now` in milliseconds. */
export async function loadTicket(
  store: ResumeStore,
  fingerprint: string,
  now: number,
): Promise<UploadTicket | null> {
  const ticket = await store.load(fingerprint);
  return ticket !== null && now - ticket.createdAt < TICKET_LIFE_MS ? ticket : null;
}

/** 192 random bits. */
export function newIdempotencyKey(): string {
  return toBase64Url(randomBytes(24));
}

export function memoryResumeStore(): ResumeStore {
  const tickets = new Map<string, UploadTicket>();
  return {
    load: async (fingerprint) => tickets.get(fingerprint) ?? null,
    save: async (fingerprint, ticket) => void tickets.set(fingerprint, ticket),
    remove: async (fingerprint) => void tickets.delete(fingerprint),
  };
}

export function textResumeStore(storage: TextStorage): ResumeStore {
  return {
    load: async (fingerprint) => {
      const text = storage.getItem(PREFIX + fingerprint);
      return text === null ? null : (JSON.parse(text) as UploadTicket);
    },
    save: async (fingerprint, ticket) => {
      storage.setItem(PREFIX + fingerprint, JSON.stringify(ticket));
    },
    remove: async (fingerprint) => {
      storage.removeItem(PREFIX + fingerprint);
    },
  };
}
