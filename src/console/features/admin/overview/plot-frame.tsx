import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DailySeries } from '../model/daily-series.ts';
import { importChunk } from '../../../widgets/import-chunk.ts';
import { formatTime } from '../../../state/format.ts';
import { language, text } from '../../../text/language.ts';
import { useResource } from '../../../state/resource.ts';
import { theme } from '../../../state/theme.ts';

interface PlotFrameProps {
  readonly label: string;
  readonly series: DailySeries;
  readonly format: (value: number) => string;
  readonly isBytes: boolean;
}

/** A plot, loaded once visible, and redrawn when theme or language change. */
export function PlotFrame({ label, series, format, isBytes }: PlotFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useSignal(false);
  const pointed = useSignal<number | null>(null);
  const isDark = useSystemDark();

  useEffect(() => {
    if (frame.current === null) return;
    const watch = new IntersectionObserver((found) => {
      if (found.some(({ isIntersecting }) => isIntersecting)) isSeen.value = true;
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [isSeen]);

  const plot = useResource(
    async () => (isSeen.value ? importChunk(() => import('./draw-plot.ts')) : null),
    isSeen.value,
  );
  const look = `${language.value} ${theme.value} ${String(isDark)}`;
  useEffect(() => {
    const { current } = frame;
    const code = plot.value.value ?? null;
    if (code === null || current === null) return;
    const ending = new AbortController();
    const onPoint = (index: number | null): void => {
      pointed.value = index;
    };
    code.drawPlot(current, { series, format, formatDay, isBytes, onPoint }, ending.signal);
    return () => ending.abort();
  }, [plot.value.value, series.days.join(), series.values.join(), look, format, pointed]);

  const at = pointed.value ?? series.days.length - 1;
  const [day, value] = [series.days[at], series.values[at]];
  return (
    <>
      <p class="overview-readout" aria-hidden="true">
        {day !== undefined && formatDay(day)}
        <strong>{typeof value === 'number' ? format(value) : '–'}</strong>
      </p>
      <div ref={frame} class="overview-canvas" role="img" aria-label={label} />
      {plot.error.value !== null && <p class="admin-danger">{text.value.common.notLoaded}</p>}
    </>
  );
}

function useSystemDark(): boolean {
  const isDark = useSignal(false);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => {
      isDark.value = query.matches;
    };
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [isDark]);
  return isDark.value;
}

function formatDay(seconds: number): string {
  return formatTime(seconds * 1000, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
