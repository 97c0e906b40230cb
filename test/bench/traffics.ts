import type { Traffic } from '../support/traffic-shape.ts';

const LIBRARY = { images: 100_000, centre: 8, sampled: 400 } as const;

/** The traffic of the ledger, from a hot gallery to a rarely viewed library. */
export const TRAFFICS: readonly (Traffic & { readonly name: string; readonly target?: number })[] =
  [
    {
      name: 'hot: 1,000 a second an isolate, 16 isolates, 2,000 images',
      target: 0.35,
      ...LIBRARY,
      isolates: 16,
      viewsPerSecond: 1000,
      images: 2000,
    },
    {
      name: '1,000 a second an isolate, 16 isolates',
      ...LIBRARY,
      isolates: 16,
      viewsPerSecond: 1000,
    },
    { name: '100 a second an isolate, 64 isolates', ...LIBRARY, isolates: 64, viewsPerSecond: 100 },
    { name: '10 a second an isolate, 512 isolates', ...LIBRARY, isolates: 512, viewsPerSecond: 10 },
    {
      name: 'lonely: one a second an isolate, 512 isolates',
      target: 1.5,
      ...LIBRARY,
      isolates: 512,
      viewsPerSecond: 1,
    },
    { name: 'one a second an isolate, 64 isolates', ...LIBRARY, isolates: 64, viewsPerSecond: 1 },
    {
      name: '0.1 a second an isolate, 512 isolates',
      ...LIBRARY,
      isolates: 512,
      viewsPerSecond: 0.1,
    },
    // 10 views an image and month, from as many data centres as such a site has visitors in.
    {
      name: 'lonely library of a million images: 0.1 a second an isolate, 40 isolates',
      target: 2,
      images: 1_000_000,
      centre: 1,
      sampledIsolates: 40,
      sampled: 400,
      isolates: 40,
      viewsPerSecond: 0.0965,
    },
    {
      name: 'lonely library of ten million images: 0.5 a second an isolate, 80 isolates',
      target: 2,
      images: 10_000_000,
      centre: 1,
      sampledIsolates: 16,
      sampled: 400,
      isolates: 80,
      viewsPerSecond: 0.4823,
    },
  ];
