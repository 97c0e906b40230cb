import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ListedSection } from './model/listed-image.ts';
import type { MonthPart } from './model/month-rows.ts';
import { ScrubberScale } from './model/scrubber-scale.ts';

export interface ScrubberProps {
  /** Another array whenever a month may have moved. */
  readonly parts: readonly MonthPart<ListedSection>[];
  /** The height of all rows, and their distance from the top of the page. */
  readonly heightPx: number;
  readonly topPx: number;
}

/** How long it stays in sight on a phone after the last scrolling. */
const ACTIVE_MS = 1500;

/** Of the track, below the place where the heads of months stick. */
const INSET_PX = 12;

interface Measures {
  /** Where the head of a month sticks. */
  readonly stickPx: number;
  /** The height of the window below it. */
  readonly visiblePx: number;
  readonly trackPx: number;
}

interface Pointed {
  readonly index: number;
  readonly share: number;
}

export function useScrubber(props: ScrubberProps) {
  const { parts, heightPx, topPx } = props;
  const track = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const measures = useMeasures(track);
  const { stickPx, visiblePx, trackPx } = measures;
  const scale = new ScrubberScale(parts, heightPx, visiblePx);
  const [now, setNow] = useState(0);
  const scrolledPx = useRef(window.scrollY);
  const isActive = useScrolling(() => {
    // Not while rendering: reading it then forces a layout.
    scrolledPx.current = window.scrollY;
    latest.current.place();
  });
  const jump = (index: number): void => {
    const part = parts[index];
    if (part !== undefined) window.scrollTo(0, index === 0 ? 0 : topPx + part.topPx - stickPx);
  };
  const place = (): void => {
    const offsetPx = Math.max(0, scrolledPx.current + stickPx - topPx);
    const atPx = Math.round(scale.shareOf(offsetPx) * trackPx);
    if (thumb.current !== null) thumb.current.style.transform = `translateY(${String(atPx)}px)`;
    setNow(scale.indexAt(offsetPx));
  };
  const point = (share: number): Pointed => {
    const offsetPx = scale.offsetAt(share);
    return { index: scale.indexAt(offsetPx), share: Math.min(1, Math.max(0, share)) };
  };
  const drag = ({ index, share }: Pointed): void => {
    // Within a month only if its images are there: its start is read first.
    if (parts[index]?.section.isCovered !== true) jump(index);
    else window.scrollTo(0, topPx + scale.offsetAt(share) - stickPx);
  };
  const latest = useRef({ place, point, drag });
  latest.current = { place, point, drag };
  useLayoutEffect(place, [parts, measures]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = scale.step(event.key, now);
    if (next === null) return;
    event.preventDefault();
    jump(next);
  };
  return { track, thumb, scale, trackPx, now, isActive, onKeyDown, ...usePointer(track, latest) };
}

interface Actions {
  readonly point: (share: number) => Pointed;
  readonly drag: (to: Pointed) => void;
}

/** The month that is pointed at, and the handlers that drag there. */
function usePointer(
  track: { readonly current: HTMLElement | null },
  latest: { readonly current: Actions },
) {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const handlers = useMemo(() => {
    let isDragging = false;
    const follow = ({ clientY }: PointerEvent): void => {
      const { top = 0, height = 1 } = track.current?.getBoundingClientRect() ?? {};
      const to = latest.current.point((clientY - top) / height);
      setPointed(to);
      if (isDragging) latest.current.drag(to);
    };
    const end = (): void => {
      isDragging = false;
      setPointed(null);
    };
    return {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        isDragging = true;
        track.current?.setPointerCapture(event.pointerId);
        follow(event);
      },
      onPointerMove: follow,
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: () => {
        if (!isDragging) setPointed(null);
      },
    };
  }, [track, latest]);
  return { pointed, handlers };
}

function useMeasures(track: { readonly current: HTMLElement | null }): Measures {
  const [measures, setMeasures] = useState<Measures>({ stickPx: 0, visiblePx: 0, trackPx: 0 });
  useLayoutEffect(() => {
    const measure = (): void => {
      const { top = 0, height: trackPx = 0 } = track.current?.getBoundingClientRect() ?? {};
      const stickPx = top - INSET_PX;
      setMeasures({ stickPx, visiblePx: innerHeight - stickPx, trackPx });
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [track]);
  return measures;
}

/** Whether the window scrolls, or has scrolled just now. */
function useScrolling(onScroll: () => void): boolean {
  const [isScrolling, setScrolling] = useState(false);
  const latest = useRef(onScroll);
  latest.current = onScroll;
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (): void => {
      latest.current();
      setScrolling(true);
      clearTimeout(timer);
      timer = setTimeout(() => setScrolling(false), ACTIVE_MS);
    };
    // Before rows change.
    const options = { passive: true, capture: true };
    addEventListener('scroll', note, options);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', note, options);
    };
  }, []);
  return isScrolling;
}
