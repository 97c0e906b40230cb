import { morph } from '../../widgets/morph.ts';
import { imagePath } from './model/image-path.ts';

/** The preview that the image's page shows until its picture is there. */
export const opened = { id: 0, src: '' };

/** From its cell, which turns into the viewer's picture. */
export function openImage(id: number, route: (path: string) => void): void {
  const from = findCell(id);
  const shown = from?.querySelector('img');
  if (shown?.complete === true) Object.assign(opened, { id, src: shown.currentSrc });
  morph({
    name: nameOf(id),
    from,
    findTo: () => findPlane(id),
    change: () => route(imagePath(id)),
  });
}

/** Back into its cell; `change` leads to the gallery. */
export function closeImage(id: number, change: () => void): void {
  morph({ name: nameOf(id), from: findPlane(id), findTo: () => findCell(id), change });
}

function nameOf(id: number): string {
  return `image-${id}`;
}

function findCell(id: number): HTMLElement | null {
  return document.querySelector(`.gallery-rows [href="${imagePath(id)}"] .gallery-preview`);
}

function findPlane(id: number): HTMLElement | null {
  return document.querySelector(`.image-plane[data-id="${id}"]`);
}
