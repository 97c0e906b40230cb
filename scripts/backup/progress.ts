import { Presets, SingleBar } from 'cli-progress';

/** Shown on terminals only. */
export interface Progress extends Disposable {
  update(done: number, figures: string): void;
}

export function showProgress(label: string, total: number): Progress {
  const bar = new SingleBar(
    { format: `${label} {bar} {percentage}% {figures}`, hideCursor: true, noTTYOutput: false },
    Presets.shades_classic,
  );
  bar.start(Math.max(total, 1), 0, { figures: '' });
  return {
    update: (done, figures) => bar.update(Math.min(done, Math.max(total, 1)), { figures }),
    [Symbol.dispose]: () => bar.stop(),
  };
}

export function describeBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step] ?? ''}`;
}
