import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Walk } from '../gallery/model/walk.ts';
import { ImagePreview, nameOfImage } from '../gallery/image-preview.tsx';
import { followHere } from '../../widgets/follow-here.ts';
import { imageText } from '../../text/image.ts';
import {
  CELL_PX,
  findCells,
  isSameRange,
  listCells,
  NO_CELLS,
  toCentre,
} from './filmstrip-cells.ts';
import type { Steps } from './use-steps.ts';

/** How long after a fast scroll its images are loaded. */
const STILL_MS = 120;

interface FilmstripProps {
  readonly id: number;
  readonly walk: Walk;
  readonly steps: Steps;
}

/** The images of a walk in one row, of which only those in sight are rendered. */
export function Filmstrip({ id, walk, steps }: FilmstripProps) {
  const { items } = walk;
  const box = useRef<HTMLElement>(null);
  const cells = useSignal(NO_CELLS);
  const isRushing = useSignal(false);
  const still = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = useRef(0);
  const rest = (): void => {
    isRushing.value = false;
    const { first, last } = cells.peek();
    if (!walk.list.isOutdated) walk.list.want({ before: first, first, last });
  };
  const look = (): void => {
    if (box.current === null) return;
    const { scrollLeft, clientWidth } = box.current;
    isRushing.value = Math.abs(scrollLeft - at.current) > clientWidth;
    at.current = scrollLeft;
    clearTimeout(still.current);
    still.current = setTimeout(rest, STILL_MS);
    const next = findCells(scrollLeft, clientWidth, items.length);
    if (!isSameRange(next, cells.peek())) cells.value = next;
  };
  const { index } = steps;
  // Read before the tab stop moves, as the element that has it may go.
  const hadFocus = box.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (box.current === null || index === null) return;
    box.current.scrollLeft = toCentre(index, box.current.clientWidth);
    at.current = box.current.scrollLeft;
    if (!hadFocus) return;
    box.current.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [index]);
  useLayoutEffect(look, [index, items.length]);
  useLayoutEffect(() => () => clearTimeout(still.current), []);
  return (
    <nav ref={box} class="filmstrip" aria-label={imageText.value.filmstrip} onScroll={look}>
      <div style={{ width: `${items.length * CELL_PX}px` }}>
        {listCells(cells.value, index).map((place) => {
          const image = items.get(place);
          if (image === undefined) return null;
          return (
            <a
              key={image.id}
              href={walk.pathOf(image.id)}
              style={{ transform: `translateX(${place * CELL_PX}px)` }}
              aria-label={nameOfImage(image)}
              aria-current={image.id === id ? 'page' : undefined}
              tabIndex={image.id === id ? 0 : -1}
              draggable={false}
              // A step replaces the address, a link would add to the history.
              onClick={(event) => followHere(event, () => steps.goTo(place))}
            >
              <ImagePreview image={image} isRushing={isRushing.value} />
            </a>
          );
        })}
      </div>
    </nav>
  );
}
