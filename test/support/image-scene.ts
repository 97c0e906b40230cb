import { call } from './api-call.ts';
import { seedPublishedImage, type SeededImage } from './images.ts';
import { registerAndLogin, type Person } from './people.ts';
import { createTestWorker, type TestWorker } from './worker.ts';

export interface Token {
  readonly token_id: number;
  readonly token: string;
  readonly expires_at: string;
}

export interface Scene {
  readonly worker: TestWorker;
  readonly owner: Person;
  readonly image: SeededImage;
}

export const privateImage = async (worker = createTestWorker()): Promise<Scene> => {
  const owner = await registerAndLogin(worker);
  const image = await seedPublishedImage(worker, { userId: owner.userId, visibility: 'private' });
  return { worker, owner, image };
};
export const publicImage = async (worker = createTestWorker()): Promise<Scene> => {
  const owner = await registerAndLogin(worker);
  return { worker, owner, image: await seedPublishedImage(worker, { userId: owner.userId }) };
};

export const issue = ({ worker, owner, image }: Scene, body: unknown = {}) =>
  call<Token>(worker, owner, 'POST', `/images/${image.imageId}/tokens`, body);
export const revoke = ({ worker, owner, image }: Scene) =>
  call(worker, owner, 'DELETE', `/images/${image.imageId}/tokens`);
export const setVisibility = ({ worker, owner, image }: Scene, visibility: string) =>
  call(worker, owner, 'PATCH', `/images/${image.imageId}/visibility`, { visibility });

export const view = async (
  { worker }: Pick<Scene, 'worker'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: number; headers: Headers }> => {
  const response = await worker.fetch(path, { headers });
  const isImage = response.headers.get('Content-Type') === 'image/webp';
  const code = isImage ? 0 : (await response.json<{ code: number }>()).code;
  if (isImage) await response.arrayBuffer();
  return { status: response.status, code, headers: response.headers };
};
export const privateLink = ({ image }: Scene): string => `/i/${image.uniqueLink}S.webp`;
