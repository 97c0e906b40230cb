/** Traffic to be simulated (traffic.ts). */
export interface Traffic {
  readonly isolates: number;
  /** Of each isolate. */
  readonly viewsPerSecond: number;
  readonly images: number;
  /** Isolates of a data centre. */
  readonly centre: number;
  /** Views that go through the whole handler. */
  readonly sampled: number;
}
