/** Rows that are due, as a site has them whose cron or queues have been down. */
export interface Backlog {
  /** Closed for longer than their rows are kept, with objects to erase. */
  readonly uploads: number;
  /** Publications whose messages are lost. */
  readonly jobs: number;
  /** Failed publications whose retention is over. */
  readonly failures: number;
  readonly purges: number;
  readonly erasures: number;
  /** Notices to the session objects of some users. */
  readonly accounts: number;
}

export type BacklogPart = keyof Backlog;

export interface SweptBacklog {
  /** Virtual minutes until nothing of a part is left; none if it never ends. */
  readonly minutes: Readonly<Partial<Record<BacklogPart, number>>>;
  /** The longest run of the cron. */
  readonly runMs: number;
  /** Calls of D1, and of all bindings, in one invocation. */
  readonly queries: number;
  readonly subrequests: number;
}
