import { textsOf } from './language.ts';
import { upload } from './en/upload.ts';

export const uploadText = textsOf('upload', upload, {
  de: () => import('./de/upload.ts'),
  zh: () => import('./zh/upload.ts'),
});
