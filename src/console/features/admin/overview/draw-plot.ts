import UPlot from 'uplot';
import type { DailySeries } from '../model/daily-series.ts';

interface Plot {
  readonly series: DailySeries;
  readonly format: (value: number) => string;
  /** Byte scales use powers of two. */
  readonly isBytes: boolean;
  readonly formatDay: (seconds: number) => string;
  /** Called with the day under the pointer; null when it leaves. */
  readonly onPoint: (index: number | null) => void;
}

const HEIGHT_PX = 180;
const DAY_SECONDS = 86_400;
const DAY_STEPS = [1, 2, 3, 5, 7, 14, 30, 60, 90].map((days) => days * DAY_SECONDS);
const COUNT_STEPS = Array.from({ length: 15 }, (_, rank) =>
  [1, 2, 5].map((step) => step * 10 ** rank),
).flat();
const BYTE_STEPS = Array.from({ length: 50 }, (_, rank) => 2 ** rank);
const LABEL_SPACE_PX = 64;
const LABEL_HEIGHT_PX = 28;

export function drawPlot(
  target: HTMLElement,
  { series, format, formatDay, isBytes, onPoint }: Plot,
  signal: AbortSignal,
): void {
  const [line = '', ink = '', grid = ''] = readColors(target, ['--accent', '--ink-soft', '--line']);
  const font = `12px ${getComputedStyle(target).fontFamily}`;
  const steps = isBytes ? BYTE_STEPS : COUNT_STEPS;
  const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
  const plot = new UPlot(
    {
      width: target.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      scales: { y: { range: rangeOf } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: LABEL_HEIGHT_PX,
          space: LABEL_SPACE_PX,
          incrs: DAY_STEPS,
          values: (_plot, days) => days.map(formatDay),
        },
        {
          ...axis,
          size: LABEL_SPACE_PX,
          incrs: steps,
          values: (_plot, ticks) => ticks.map((tick) => (tick === 0 ? '0' : format(tick))),
        },
      ],
      series: [{}, { stroke: line, width: 2, fill: fade(line), points: { show: false } }],
      hooks: { setCursor: [(self) => onPoint(self.cursor.idx ?? null)] },
    },
    [[...series.days], [...series.values]],
    target,
  );
  const resize = new ResizeObserver(() =>
    plot.setSize({ width: target.clientWidth, height: HEIGHT_PX }),
  );
  resize.observe(target);
  signal.addEventListener('abort', () => {
    resize.disconnect();
    plot.destroy();
  });
}

/** The theme's tokens as resolved colours, for the canvas. */
function readColors(target: HTMLElement, tokens: readonly string[]): string[] {
  const probe = document.createElement('span');
  target.append(probe);
  const colors = tokens.map((token) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colors;
}

/** From zero, so that growth is not exaggerated; small ranges use whole numbers. */
function rangeOf(_plot: UPlot, _min: number | null, max: number | null): [number, number] {
  return [0, Math.max(4, (max ?? 0) * 1.1)];
}

function fade(color: string): string {
  return color.replace(/^rgb\(([^)]+)\)$/u, 'rgba($1, 0.12)');
}
