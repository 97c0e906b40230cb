import type { Catalogue } from '../catalogue.ts';

export const upload: Catalogue['upload'] = {
  title: '上传',
};
