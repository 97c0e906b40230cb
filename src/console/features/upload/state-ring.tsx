import { isWanted, type Item } from './model/queue-item.ts';

const RADIUS = 18.5;
const LENGTH = 2 * Math.PI * RADIUS;

/** The state of an item around its picture: how far it is, and by colour how it ended. */
export function StateRing({ item }: { readonly item: Item }) {
  const { name, progress, state } = item;
  const isBegun = isWanted(item) && (state.name === 'running' || progress > 0);
  const share = isWanted(item) ? progress : 1;
  const meaning = isBegun
    ? ({
        role: 'progressbar',
        'aria-label': name,
        'aria-valuemax': 1,
        'aria-valuenow': share,
      } as const)
    : { 'aria-hidden': true };
  return (
    <svg {...meaning} class={`upload-state-ring upload-state-${state.name}`} viewBox="0 0 40 40">
      <circle cx="20" cy="20" r={RADIUS} />
      <circle
        class="upload-state-reach"
        cx="20"
        cy="20"
        r={RADIUS}
        stroke-dasharray={LENGTH}
        stroke-dashoffset={LENGTH * (1 - share)}
      />
    </svg>
  );
}
