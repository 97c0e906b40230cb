/** Simulated traffic (traffic.ts). */
export interface Traffic {
  readonly isolates: number;
  /** For each isolate. */
  readonly viewsPerSecond: number;
  readonly images: number;
  /** Isolates of a data centre. */
  readonly centre: number;
  /** Views through the whole handler. */
  readonly sampled: number;
}
