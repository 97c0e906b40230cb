import { readLedger } from './ledger.ts';
import { dollarsPerMillion, rivalUsage, type Usage } from './prices.ts';
import type { BenchRow } from './report.ts';
import type { TRAFFICS } from './traffics.ts';

/** Dollars for a thousand. */
const UPLOADS_TARGET = 0.11;

type Line =
  | { readonly upload: Partial<Usage> }
  | { readonly traffic: (typeof TRAFFICS)[number]; readonly view: Partial<Usage> };

/**
 * Cost of views and uploads at the platform's prices: simulated traffic through the real code over counted bindings,
 * beside other image hosts of common designs.
 */
export async function run(): Promise<BenchRow[]> {
  const lines = await readLedger<Line>('domain/delivery/ledger');
  return lines.flatMap((line) => {
    if ('upload' in line) {
      printParts('a million uploads', line.upload);
      const rivals = rivalUsage(0).map(({ name, upload }) => ({ name, usage: upload }));
      return toRows('1,000 uploads', line.upload, 1 / 1000, UPLOADS_TARGET, rivals);
    }
    const { traffic, view } = line;
    printParts(traffic.name, view);
    const rivals = rivalUsage(view.r2ClassB ?? 0).map(({ name, view: usage }) => ({ name, usage }));
    return toRows(`a million views, ${traffic.name}`, view, 1, traffic.target, rivals);
  });
}

/** Cost by resource, in descending order. */
function printParts(name: string, usage: Partial<Usage>): void {
  const parts = Object.entries(usage)
    .map(([part, amount]) => ({ part, amount, dollars: dollarsPerMillion({ [part]: amount }) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.dollars - a.dollars)
    .map(({ part, amount, dollars }) => `${part} ${amount.toPrecision(3)} (${format(dollars)})`);
  console.log(`${name}: ${parts.join(', ')}`);
}

function toRows(
  name: string,
  usage: Partial<Usage>,
  scale: number,
  target: number | undefined,
  rivals: readonly { readonly name: string; readonly usage: Partial<Usage> }[],
): BenchRow[] {
  const dollars = dollarsPerMillion(usage) * scale;
  return rivals.map((rival, index) => {
    const baseline = dollarsPerMillion(rival.usage) * scale;
    return {
      name: `${name}, against ${rival.name}`,
      unit: '$',
      ours: [dollars],
      baseline: [baseline],
      ratio: dollars / baseline,
      target: index > 0 || target === undefined ? 'none' : `≤ $${target.toFixed(2)}`,
      pass: index > 0 || target === undefined || dollars <= target,
    };
  });
}

function format(value: number): string {
  return `$${value.toFixed(value < 0.01 ? 4 : 2)}`;
}
