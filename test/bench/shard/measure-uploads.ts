import { cookieCredentials, TintypeApi, uploadImage } from '../../../src/client/index.ts';
import { createNodeCodecs } from '../../../src/client/node/node-codecs.ts';
import { PASSWORD } from '../../e2e/support/insert-person.ts';
import { createPeople } from '../fsck/use-site.ts';
import { readChildrenMs } from '../process-time.ts';

const UPLOADS = 8;

/** Milliseconds of processor time of the Worker for an upload until it is published; the first ones are left out. */
export async function measureUploads(baseUrl: string, username: string): Promise<number[]> {
  const [person] = await createPeople();
  if (person === undefined) throw new Error('nobody has a photograph');
  const { file, prepared } = person.photograph;
  const codecs = createNodeCodecs();
  const api = new TintypeApi(baseUrl, cookieCredentials());
  await api.login({ username, password: PASSWORD });
  const samples: number[] = [];
  for (let upload = -2; upload < UPLOADS; upload += 1) {
    const start = await readChildrenMs();
    await uploadImage(file, {
      api,
      codecs,
      filename: `IMG_${String(upload + 2)}.jpg`,
      visibility: 'public',
      prepared: { load: async () => prepared, save: async () => undefined },
    });
    if (upload >= 0) samples.push((await readChildrenMs()) - start);
  }
  return samples;
}
