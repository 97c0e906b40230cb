import { createRouter } from '../../router.ts';
import { picgoUploadRoute } from './picgo-upload.ts';
import { allowAnyOrigin, markRefusals } from './tool-answers.ts';
import { uploadFileRoute } from './upload-file.ts';

/** Uploads of whole files by other programs. */
export const fileRoutes = createRouter();
for (const path of ['/upload', '/picgo/upload']) {
  fileRoutes.use(path, allowAnyOrigin, markRefusals);
}
for (const route of [uploadFileRoute, picgoUploadRoute]) fileRoutes.route('/', route);
