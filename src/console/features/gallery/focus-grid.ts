/** Brings the focus to the images when what had it has gone with what it did. */
export function focusGrid(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const cell = document.querySelector<HTMLElement>('.gallery-rows [data-index][tabindex="0"]');
    // Where no image is left.
    (cell ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  });
}
