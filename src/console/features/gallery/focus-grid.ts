export function focusGrid(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const cell = document.querySelector<HTMLElement>('.gallery-rows [data-index][tabindex="0"]');
    (cell ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  });
}
