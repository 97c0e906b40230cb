import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { findNeighbours, type Step } from '../gallery/model/find-neighbours.ts';
import type { ListedImage } from '../gallery/model/listed-image.ts';
import type { Walk } from '../gallery/model/walk.ts';
import { isConnected } from '../../state/connection.ts';
import { noteStep, readNear, readOn } from './walk-steps.ts';

export interface Steps {
  /** The index in the walk; null if the image has just left it. */
  readonly index: number | null;
  readonly previous: ListedImage | null;
  readonly next: ListedImage | null;
  readonly ahead: ListedImage | null;
  readonly isUnderWay: boolean;
  readonly go: (step: Step) => void;
  /** To an image of the walk, by its index. */
  readonly goTo: (index: number) => void;
}

/** The steps from an image of a walk; null if it is not in the list. */
export function useSteps(id: number, walk: Walk): Steps | null {
  const { route } = useLocation();
  const { items } = walk;
  const at = useRef<{ id: number; index: number; step: Step | null }>({
    id,
    index: -1,
    step: null,
  });
  if (at.current.id !== id) at.current = { id, index: -1, step: null };
  const found = findNeighbours(items, id, at.current.index);
  const index = (at.current.index = found?.index ?? -1);
  const isBack = isConnected.value;
  useEffect(() => {
    if (index === -1) return readOn(walk);
    readNear(walk, index);
    // The grid then shows it, and has the focus on it.
    if (items.get(index)?.id === id) noteStep(walk, index, id);
  }, [walk, index, id, items.length, isBack]);

  const goTo = (place: number, step: Step | null = null): void => {
    const target = items.get(place);
    if (target === undefined) return;
    at.current = { id: target.id, index: place, step };
    route(walk.pathOf(target.id), true);
  };
  if (found === null) return null;
  const { step } = at.current;
  return {
    index: found.isListed ? index : null,
    previous: found.previous,
    next: found.next,
    ahead: found[step ?? 'next'],
    isUnderWay: step !== null,
    go: (towards) => {
      const target = found[towards];
      if (target !== null) goTo(items.indexOf(target.id), towards);
    },
    goTo,
  };
}
