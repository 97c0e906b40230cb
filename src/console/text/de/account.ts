import type { Catalogue } from '../catalogue.ts';

export const account: Catalogue['account'] = {
  title: 'Konto',
};
