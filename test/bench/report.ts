/** One figure of the benchmark table: samples of ours and of the baseline, taken in turn in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly ours: readonly number[];
  /** Empty for a figure without a baseline. */
  readonly baseline: readonly number[];
  /** Median of ours over median of the baseline; without a baseline, the median of ours. */
  readonly ratio: number;
  /** 'none' for an explanatory figure. */
  readonly target: string;
  readonly pass: boolean;
}

/** Options of the command line. */
export interface BenchOptions {
  /** A revision to compare this checkout with. */
  readonly base: string | undefined;
  /** A part of the benchmark. */
  readonly only: string | undefined;
  /** Of the measured database. */
  readonly images?: number | undefined;
}

export const quantile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
};

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** A figure without baseline and target. */
export const explain = (name: string, unit: string, ours: readonly number[]): BenchRow => ({
  name,
  unit,
  ours,
  baseline: [],
  ratio: median(ours),
  target: 'none',
  pass: true,
});

const round = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);

/** Median and interquartile range. */
const spread = (samples: readonly number[], unit: string): string =>
  samples.length === 0
    ? '–'
    : `${round(median(samples))} ${unit} (${round(quantile(samples, 0.25))}–${round(quantile(samples, 0.75))})`;

/** Prints rows as an aligned table: medians, the interquartile range in brackets, ratio, verdict. */
export const printTable = (rows: readonly BenchRow[]): void => {
  const cells = [
    ['figure', 'ours', 'baseline', 'ratio', 'target', ''],
    ...rows.map((row) => [
      row.name,
      spread(row.ours, row.unit),
      spread(row.baseline, row.unit),
      row.baseline.length === 0 ? '–' : row.ratio.toFixed(2),
      row.target,
      row.target === 'none' ? '' : row.pass ? 'pass' : 'FAIL',
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of cells) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
};
