import type { Catalogue } from '../catalogue.ts';

export const gallery: Catalogue['gallery'] = {
  title: 'Galerie',
};
