import type { Catalogue } from '../catalogue.ts';

export const admin: Catalogue['admin'] = {
  title: 'Verwaltung',
};
