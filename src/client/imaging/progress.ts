import type { PartKind } from '../../shared/variants.ts';

export interface PrepareProgress {
  readonly stage: 'draw' | 'encode' | 'hash';
  readonly kind?: PartKind;
  /** Of the total cost when this stage begins, 0 to 1; 1 once, at the end. */
  readonly fraction: number;
}

export interface ProgressMeter {
  readonly begin: (stage: PrepareProgress['stage'], kind?: PartKind) => void;
  readonly spend: (cost: number) => void;
}

export function createProgressMeter(
  totalCost: number,
  report: ((progress: PrepareProgress) => void) | undefined,
): ProgressMeter {
  let spent = 0;
  return {
    begin(stage, kind) {
      const fraction = Math.min(1, spent / totalCost);
      report?.(kind === undefined ? { stage, fraction } : { stage, kind, fraction });
    },
    spend(cost) {
      spent += cost;
    },
  };
}
