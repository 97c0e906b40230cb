import type { Catalogue } from '../catalogue.ts';

export const image: Catalogue['image'] = {
  title: 'Bild',
};
