/** Prices of the platform's resources beyond the paid plan's allowance, from its pricing pages on 2026-11-22. */

/** Resource usage: counts, or the unit in the name. */
export interface Usage {
  readonly requests: number;
  readonly cpuMs: number;
  readonly objectRequests: number;
  readonly objectGbSeconds: number;
  readonly objectRowsRead: number;
  readonly objectRowsWritten: number;
  readonly d1RowsRead: number;
  readonly d1RowsWritten: number;
  readonly kvReads: number;
  readonly kvWrites: number;
  readonly r2ClassA: number;
  readonly r2ClassB: number;
  readonly queueOperations: number;
}

interface Price {
  /** Dollars per million. */
  readonly dollars: number;
  readonly source: string;
}

const WORKERS = 'https://developers.cloudflare.com/workers/platform/pricing/';
const OBJECTS = 'https://developers.cloudflare.com/durable-objects/platform/pricing/';
const D1 = 'https://developers.cloudflare.com/d1/platform/pricing/';
const KV = 'https://developers.cloudflare.com/kv/platform/pricing/';
const R2 = 'https://developers.cloudflare.com/r2/pricing/';
const QUEUES = 'https://developers.cloudflare.com/queues/platform/pricing/';

const PRICES: Readonly<Record<keyof Usage, Price>> = {
  requests: { dollars: 0.3, source: WORKERS },
  cpuMs: { dollars: 0.02, source: WORKERS },
  /** Calls and alarms. */
  objectRequests: { dollars: 0.15, source: OBJECTS },
  objectGbSeconds: { dollars: 12.5, source: OBJECTS },
  objectRowsRead: { dollars: 0.001, source: OBJECTS },
  /** Includes deletes, index entries and set alarms. */
  objectRowsWritten: { dollars: 1, source: OBJECTS },
  d1RowsRead: { dollars: 0.001, source: D1 },
  d1RowsWritten: { dollars: 1, source: D1 },
  kvReads: { dollars: 0.5, source: KV },
  kvWrites: { dollars: 5, source: KV },
  r2ClassA: { dollars: 4.5, source: R2 },
  r2ClassB: { dollars: 0.36, source: R2 },
  /** Each 64 KB written, read or deleted. */
  queueOperations: { dollars: 0.4, source: QUEUES },
};

/** Assumed rather than measured values, equal for all contenders: time on the platform's machines. */
export const ASSUMED = {
  viewCpuMs: 1,
  uploadCpuMs: 1000,
  /** An object has 128 MB, and a call keeps it awake for so long. */
  objectGb: 0.128,
  objectCallSeconds: 0.01,
  objectFlushSeconds: 0.5,
} as const;

/** Dollars for a million operations, from the usage of one. */
export function dollarsPerMillion(usage: Partial<Usage>): number {
  return Object.entries(usage).reduce(
    (sum, [name, amount]) => sum + amount * PRICES[name as keyof Usage].dollars,
    0,
  );
}

/** Usage of one view and one upload in common designs. `missShare` is the miss rate of the data centre's cache. */
export function rivalUsage(
  missShare: number,
): { readonly name: string; readonly view: Partial<Usage>; readonly upload: Partial<Usage> }[] {
  const view = { requests: 1, cpuMs: ASSUMED.viewCpuMs };
  const upload = { requests: 1, cpuMs: ASSUMED.viewCpuMs, r2ClassA: 1 };
  return [
    {
      name: 'a KV read a view',
      view: { ...view, kvReads: 1 },
      upload: { requests: 1, cpuMs: ASSUMED.viewCpuMs, kvWrites: 1 },
    },
    {
      name: 'four KV reads and an R2 read a view',
      view: { ...view, kvReads: 4, r2ClassB: 1 },
      upload: { ...upload, kvWrites: 4 },
    },
    {
      name: 'a cached R2 read a view, nothing counted',
      view: { ...view, r2ClassB: missShare },
      upload,
    },
  ];
}
