import { PAGES } from '../../../../shared/pages.ts';

export function isImagePath(path: string): boolean {
  return path.startsWith(PAGES.image.replace(':id', ''));
}
