import { morph } from '../../widgets/morph.ts';

/** The preview that the image's page shows until its picture is there. */
export const opened = { id: 0, src: '' };

/** From its cell, which turns into the viewer's picture. */
export function openImage(id: number, path: string, route: (path: string) => void): void {
  const from = findCell(path);
  const shown = from?.querySelector('img');
  if (shown?.complete === true) Object.assign(opened, { id, src: shown.currentSrc });
  morph({
    name: nameOf(id),
    from,
    findTo: () => findPlane(id),
    change: () => route(path),
  });
}

/** Back into its cell, a link to `path`; `change` leads to its grid. */
export function closeImage(id: number, path: string, change: () => void): void {
  morph({ name: nameOf(id), from: findPlane(id), findTo: () => findCell(path), change });
}

function nameOf(id: number): string {
  return `image-${id}`;
}

function findCell(path: string): HTMLElement | null {
  return document.querySelector(`.gallery-rows [href="${path}"] .gallery-preview`);
}

function findPlane(id: number): HTMLElement | null {
  return document.querySelector(`.image-plane[data-id="${id}"]`);
}
