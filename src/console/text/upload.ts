import { textsOf } from './language.ts';
import { upload } from './en/upload.ts';

export const uploadText = textsOf('upload', upload);
