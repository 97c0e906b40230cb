/** `busy`: a retry may succeed. */
export type Outcome<Made, Fault> =
  | { readonly outcome: 'made'; readonly made: Made }
  | { readonly outcome: 'failed'; readonly fault: Fault }
  | { readonly outcome: 'busy' };

export interface Sized {
  readonly bytes: Uint8Array;
}

export interface Party {
  /** The visitor's address, or the /64 of an IPv6 address. */
  readonly network: string;
  readonly image: string;
}

export interface Job<Work, Made, Fault> {
  readonly key: string;
  readonly work: Work;
  readonly image: string;
  /** A running job keeps networks of waiters that left. */
  readonly networks: Set<string>;
  readonly waiters: Set<Waiter<Work, Made, Fault>>;
  /** Jobs of lower turns start first. */
  turn: number;
  readonly finished: PromiseWithResolvers<void>;
  /** False in the waiting room. */
  isQueued: boolean;
  startedAt: number | null;
  /** Start of its first reader. */
  heldSince: number | null;
  outcome: Outcome<Made, Fault> | null;
}

export interface Waiter<Work, Made, Fault> {
  readonly job: Job<Work, Made, Fault>;
  readonly network: string;
  readonly joinedAt: number;
  seenAt: number;
  /** Start of the result; null before. */
  readsSince: number | null;
  takenBytes: number;
}

export function createJob<Work, Made, Fault>(
  key: string,
  work: Work,
  { network, image }: Party,
  turn: number,
): Job<Work, Made, Fault> {
  return {
    key,
    work,
    image,
    networks: new Set([network]),
    waiters: new Set(),
    turn,
    finished: Promise.withResolvers<void>(),
    isQueued: false,
    startedAt: null,
    heldSince: null,
    outcome: null,
  };
}

export const isRunning = ({ startedAt, outcome }: Job<unknown, unknown, unknown>): boolean =>
  startedAt !== null && outcome === null;

export const sizeOf = ({ outcome }: Job<unknown, Sized, unknown>): number =>
  outcome?.outcome === 'made' ? outcome.made.bytes.length : 0;

export const isHeld = (job: Job<unknown, Sized, unknown>): boolean => sizeOf(job) > 0;

export const isPending = ({ startedAt }: Job<unknown, unknown, unknown>): boolean =>
  startedAt === null;

/** Jobs of one turn stay in the order of arrival. */
export const sortByTurn = <Item extends Pick<Job<unknown, unknown, unknown>, 'turn'>>(
  jobs: readonly Item[],
): Item[] => jobs.toSorted((first, second) => first.turn - second.turn);

export const isQueued = ({ isQueued: hasPlace, startedAt }: Job<unknown, unknown, unknown>) =>
  hasPlace && startedAt === null;

export const isWaiting = ({ isQueued: hasPlace, startedAt }: Job<unknown, unknown, unknown>) =>
  !hasPlace && startedAt === null;
