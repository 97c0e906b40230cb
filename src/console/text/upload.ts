import { textsOf } from './language.ts';
import { upload } from './en/upload.ts';

/** What the upload page says. */
export const uploadText = textsOf('upload', upload);
