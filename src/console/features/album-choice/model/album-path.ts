import { PAGES } from '../../../../shared/pages.ts';

export function albumPath(id: number): string {
  return PAGES.album.replace(':id', String(id));
}
