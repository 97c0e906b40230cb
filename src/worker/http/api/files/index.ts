import { createRouter } from '../../router.ts';
import { picgoDeleteRoute } from './picgo-delete.ts';
import { picgoHeartbeatRoute } from './picgo-heartbeat.ts';
import { picgoUploadRoute } from './picgo-upload.ts';
import { allowAnyOrigin, markRefusals } from './tool-answers.ts';
import { uploadFileRoute } from './upload-file.ts';

/** Uploads of whole files by other programs, and what belongs to them. */
export const fileRoutes = createRouter();
for (const path of ['/upload', '/picgo/*']) {
  fileRoutes.use(path, allowAnyOrigin, markRefusals);
}
for (const route of [uploadFileRoute, picgoUploadRoute, picgoDeleteRoute, picgoHeartbeatRoute])
  fileRoutes.route('/', route);
