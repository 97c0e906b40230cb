/** A grid that appears is measured before its rows are rendered. */
const MAX_FRAMES = 10;

/** Moves the focus to the grid’s active image, or to the page without one, unless a control has it. */
export function focusGrid(framesLeft = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const main = document.querySelector<HTMLElement>('main');
    if (activeElement !== null && activeElement !== document.body && activeElement !== main) return;
    const cell = document.querySelector<HTMLElement>('.gallery-rows [data-index][tabindex="0"]');
    if (cell === null && framesLeft > 0) focusGrid(framesLeft - 1);
    else (cell ?? main)?.focus({ preventScroll: true });
  });
}
