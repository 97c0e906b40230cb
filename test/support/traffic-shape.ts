/** Simulated traffic (traffic.ts). */
export interface Traffic {
  readonly isolates: number;
  /** For each isolate. */
  readonly viewsPerSecond: number;
  readonly images: number;
  /** Isolates of a data centre. */
  readonly centre: number;
  /** Isolates whose views may go through the whole handler; those of one data centre by default. */
  readonly sampledIsolates?: number;
  /** Views through the whole handler. */
  readonly sampled: number;
}
