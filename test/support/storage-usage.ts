import type { Usage } from '../bench/prices.ts';
import { callsAt, type Tally } from './instrument.ts';

/** Billed operations on the bucket and on KV: every operation that is neither a read nor free is a write. */
export const storageUsage = (
  tally: Tally,
): Pick<Usage, 'kvReads' | 'kvWrites' | 'r2ClassA' | 'r2ClassB'> => {
  const count = (binding: string, methods: readonly string[]): number =>
    methods.reduce((sum, method) => sum + (tally.calls[`${binding}.${method}`] ?? 0), 0);
  const kvReads = count('CACHE', ['get', 'getWithMetadata']);
  const r2ClassB = count('BUCKET', ['get', 'head']);
  return {
    kvReads,
    kvWrites: callsAt(tally, 'CACHE') - kvReads,
    r2ClassA: callsAt(tally, 'BUCKET') - r2ClassB - count('BUCKET', ['delete', 'abort']),
    r2ClassB,
  };
};
