import type { Catalogue } from '../catalogue.ts';

export const start: Catalogue['start'] = {
  title: 'Tintype',
};
