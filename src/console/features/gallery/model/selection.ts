import type { Identified } from './month-section.ts';
import type { SparseList } from './sparse-list.ts';

/** The selected images. A range starts at the last picked image, and the next range replaces it. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly anchor: number | null;
  /** The images selected outside of the range. */
  readonly base: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

export const NOTHING_SELECTED: Selection = { ids: NONE, anchor: null, base: NONE };

export function selectOnly(ids: Iterable<number>): Selection {
  const all = new Set(ids);
  return { ids: all, anchor: null, base: all };
}

export function toggle({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

export function deselect({ ids, anchor, base }: Selection, gone: ReadonlySet<number>): Selection {
  const without = (some: ReadonlySet<number>) => new Set([...some].filter((id) => !gone.has(id)));
  return {
    ids: without(ids),
    anchor: anchor !== null && gone.has(anchor) ? null : anchor,
    base: without(base),
  };
}

/** Selects the range from the anchor (or the start of the list) to `index`. */
export function selectTo(
  selection: Selection,
  items: SparseList<Identified>,
  index: number,
): Selection {
  const { base } = selection;
  const from = Math.max(0, items.indexOf(selection.anchor));
  const range = items.ids(Math.min(from, index), Math.max(from, index) + 1);
  return { ids: new Set([...base, ...range]), anchor: items.get(from)?.id ?? null, base };
}

export function anchorAt(selection: Selection, id: number): Selection {
  return selection.anchor === null ? { ...selection, anchor: id } : selection;
}
