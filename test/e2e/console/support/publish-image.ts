import { cookieCredentials, TintypeApi, uploadImage } from '../../../../src/client/index.ts';
import { createNodeCodecs } from '../../../../src/client/node/node-codecs.ts';
import { drawSource } from '../../../support/draw.ts';
import { retryWhileBusy } from '../../support/retry-while-busy.ts';
import { PASSWORD } from './console.ts';
import { QUICK_SCHEDULER } from './quick-scheduler.ts';

interface Wanted {
  readonly visibility?: 'public' | 'private';
  readonly filename?: string;
  readonly width?: number;
  readonly height?: number;
}

const codecs = createNodeCodecs();
let seed = 0;

/** Uploads an image as a test person, outside the browser, and waits until it is published. */
export const publishImage = async (
  baseUrl: string,
  username: string,
  { visibility = 'public', filename = 'harbour.jpg', width = 300, height = 200 }: Wanted = {},
) => {
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await retryWhileBusy(() => api.login({ username, password: PASSWORD }));
  seed += 1;
  const source = await drawSource(codecs, seed, { width, height });
  const options = { api, codecs, filename, visibility, scheduler: QUICK_SCHEDULER };
  const published = await retryWhileBusy(() => uploadImage(source, options));
  return { id: published.image_id, path: published.path };
};
