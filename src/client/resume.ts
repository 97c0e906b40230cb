import { toBase64Url } from '../shared/bytes.ts';
import { randomBytes } from '../shared/ids.ts';

/** 1: the server gets the file as it is. 2: it gets what the client has made of it. */
export type Pipeline = 1 | 2;

/** What is needed to go on with an upload after a lost connection, a closed page or a stopped process. */
export interface UploadTicket {
  readonly pipeline: Pipeline;
  readonly idempotencyKey: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Of pipeline 1, once the server has the file: what it calls the upload. */
  readonly queueId?: string;
  /** Of pipeline 2, once there is a session. */
  readonly uploadId?: string;
}

/** Keeps tickets of unfinished uploads by the fingerprint of their source. */
export interface ResumeStore {
  load(fingerprint: string): Promise<UploadTicket | null>;
  save(fingerprint: string, ticket: UploadTicket): Promise<void>;
  remove(fingerprint: string): Promise<void>;
}

/** The server forgets an idempotency key after 24 hours; a ticket as old as that leads nowhere. */
const TICKET_LIFE_MS = 86_400_000;

/** The part of `localStorage` that a store needs. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'tintype-upload:';

/** The ticket of an upload that the server still knows, if it has begun; `now` in milliseconds. */
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

/** Tickets that last as long as the process or page. */
export function memoryResumeStore(): ResumeStore {
  const tickets = new Map<string, UploadTicket>();
  return {
    load: async (fingerprint) => tickets.get(fingerprint) ?? null,
    save: async (fingerprint, ticket) => void tickets.set(fingerprint, ticket),
    remove: async (fingerprint) => void tickets.delete(fingerprint),
  };
}

/** Tickets in a browser's `localStorage`, or in anything that keeps texts by key. */
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
