import { PAGES } from '../../../../shared/pages.ts';

export function imagePath(id: number): string {
  return PAGES.image.replace(':id', String(id));
}

export function isImagePath(path: string): boolean {
  return path.startsWith(PAGES.image.replace(':id', ''));
}
