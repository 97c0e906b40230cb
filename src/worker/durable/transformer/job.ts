/** How a job ends. `busy`: it may work at another time. */
export type Outcome<Made, Fault> =
  | { readonly outcome: 'made'; readonly made: Made }
  | { readonly outcome: 'failed'; readonly fault: Fault }
  | { readonly outcome: 'busy' };

/** Who asks for a job, as far as shares depend on it. */
export interface Party {
  /** The visitor's address, or the /64 of an IPv6 address. */
  readonly network: string;
  readonly image: string;
}

export interface Job<Work, Made, Fault> {
  readonly key: string;
  readonly work: Work;
  readonly image: string;
  /** Those of its waiters; a job that runs keeps them when they leave. */
  readonly networks: Set<string>;
  readonly waiters: Set<Waiter<Work, Made, Fault>>;
  /** Resolves with the outcome. */
  readonly settled: PromiseWithResolvers<void>;
  /** False in the waiting room. */
  isQueued: boolean;
  startedAt: number | null;
  /** Since when somebody reads its result. */
  heldSince: number | null;
  outcome: Outcome<Made, Fault> | null;
}

/** A request that waits for a job's outcome or reads its result. */
export interface Waiter<Work, Made, Fault> {
  readonly job: Job<Work, Made, Fault>;
  readonly network: string;
  readonly joinedAt: number;
  /** When it last asked. */
  seenAt: number;
  /** Since when there is a result to read; null before. */
  readsSince: number | null;
  takenBytes: number;
}

/** Creates a job that holds no place yet. */
export function createJob<Work, Made, Fault>(
  key: string,
  work: Work,
  { network, image }: Party,
): Job<Work, Made, Fault> {
  return {
    key,
    work,
    image,
    networks: new Set([network]),
    waiters: new Set(),
    settled: Promise.withResolvers<void>(),
    isQueued: false,
    startedAt: null,
    heldSince: null,
    outcome: null,
  };
}

export const isRunning = ({ startedAt, outcome }: Job<unknown, unknown, unknown>): boolean =>
  startedAt !== null && outcome === null;

/** In the queue, and not started. */
export const isQueued = ({ isQueued: hasPlace, startedAt }: Job<unknown, unknown, unknown>) =>
  hasPlace && startedAt === null;

/** In the waiting room. */
export const isWaiting = ({ isQueued: hasPlace, startedAt }: Job<unknown, unknown, unknown>) =>
  !hasPlace && startedAt === null;
