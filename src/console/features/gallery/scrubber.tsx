import './scrubber.css';
import { useMemo } from 'preact/hooks';
import { yearOf } from './model/scrubber-scale.ts';
import { formatMonth } from '../../state/format.ts';
import { language } from '../../text/language.ts';
import { galleryText } from '../../text/gallery.ts';
import { useScrubber, type ScrubberProps } from './use-scrubber.ts';

/** A slider along all months, beside the scrollbar (ARIA Authoring Practices, Slider Pattern). */
export function Scrubber(props: ScrubberProps) {
  const { parts, heightPx } = props;
  const scrubber = useScrubber(props);
  const { scale, trackPx, now, pointed } = scrubber;
  const marks = useMemo(() => scale.marks(trackPx), [heightPx, parts.length, trackPx]);
  const nowIn = parts[now]?.section.month ?? '';
  const name = useMemo(() => (nowIn === '' ? '' : formatMonth(nowIn)), [nowIn, language.value]);
  return (
    <div
      ref={scrubber.track}
      class="scrubber"
      data-active={scrubber.isActive}
      {...scrubber.handlers}
    >
      <div class="scrubber-marks" aria-hidden="true">
        {marks.map(({ month, isYear, share }) => (
          <span
            key={month}
            class={isYear ? 'scrubber-year' : 'scrubber-month'}
            style={{ insetBlockStart: `${share * 100}%` }}
          >
            {isYear && yearOf(month)}
          </span>
        ))}
      </div>
      <div
        ref={scrubber.thumb}
        role="slider"
        class="scrubber-thumb"
        tabIndex={0}
        aria-label={galleryText.value.scrubber}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={parts.length}
        aria-valuenow={now + 1}
        aria-valuetext={name}
        onKeyDown={scrubber.onKeyDown}
      >
        {pointed === null && <span class="scrubber-bubble">{name}</span>}
      </div>
      {pointed !== null && (
        <span
          class="scrubber-bubble scrubber-pointed"
          aria-hidden="true"
          style={{ insetBlockStart: `${pointed.share * 100}%` }}
        >
          {formatMonth(parts[pointed.index]?.section.month ?? nowIn)}
        </span>
      )}
    </div>
  );
}
