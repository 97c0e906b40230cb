import { cookieCredentials, TintypeApi, uploadImage } from '../../../../src/client/index.ts';
import { createNodeCodecs } from '../../../../src/client/node/node-codecs.ts';
import { realPace } from '../../../../src/client/pace.ts';
import { drawSource } from '../../../support/draw.ts';
import { PASSWORD } from './console.ts';

interface Wanted {
  readonly visibility?: 'public' | 'private';
  readonly filename?: string;
  readonly width?: number;
  readonly height?: number;
}

const ASK_MS = 100;

const codecs = createNodeCodecs();
let seed = 0;

/** Uploads an image for a person of the tests, beside the browser, and waits until it is published. */
export const publishImage = async (
  baseUrl: string,
  username: string,
  { visibility = 'public', filename = 'harbour.jpg', width = 300, height = 200 }: Wanted = {},
) => {
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await api.login({ username, password: PASSWORD });
  seed += 1;
  const source = await drawSource(codecs, seed, { width, height });
  // Nobody waits two seconds for each answer.
  const pace = { ...realPace, sleep: () => realPace.sleep(ASK_MS) };
  const published = await uploadImage(source, { api, codecs, filename, visibility, pace });
  return { id: published.image_id, path: published.path };
};
