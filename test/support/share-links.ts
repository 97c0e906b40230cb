import { call, type Answer } from './api-call.ts';
import type { Scene } from './image-scene.ts';

export interface Link {
  readonly id: number;
  readonly url: string;
  readonly image_url: string;
  readonly label: string;
  readonly expires_at: string | null;
  readonly max_views: number | null;
  readonly views_taken: number | null;
  readonly has_password: boolean;
  readonly created_at: string;
}

export const share = ({ worker, owner, image }: Scene, body: unknown = {}): Promise<Answer<Link>> =>
  call<Link>(worker, owner, 'POST', `/images/${String(image.imageId)}/links`, body);

export const listLinks = async ({ worker, owner, image }: Scene): Promise<readonly Link[]> => {
  const path = `/images/${String(image.imageId)}/links`;
  return (await call<{ items: Link[] }>(worker, owner, 'GET', path)).data.items;
};

export const changeLink = (
  { worker, owner, image }: Scene,
  linkId: number,
  body: unknown,
): Promise<Answer<Link>> =>
  call<Link>(
    worker,
    owner,
    'PATCH',
    `/images/${String(image.imageId)}/links/${String(linkId)}`,
    body,
  );

export const revokeLink = ({ worker, owner, image }: Scene, linkId: number): Promise<Answer> =>
  call(worker, owner, 'DELETE', `/images/${String(image.imageId)}/links/${String(linkId)}`);

/** Path and query of an absolute address. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

export const tokenOf = (url: string): string => new URL(url).searchParams.get('token') ?? '';

/** The error's code, 0 for an image or a page. */
export const open = async (
  { worker }: Pick<Scene, 'worker'>,
  url: string,
  init: RequestInit = {},
): Promise<number> => {
  const response = await worker.fetch(pathOf(url), init);
  if (response.headers.get('Content-Type') === 'application/json') {
    return (await response.json<{ code: number }>()).code;
  }
  await response.arrayBuffer();
  return 0;
};

/** Sends the form of a link with a password. */
export const guess = async (
  { worker }: Pick<Scene, 'worker'>,
  url: string,
  password: string,
  address = '203.0.113.9',
): Promise<Response> =>
  worker.fetch(pathOf(url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'CF-Connecting-IP': address,
    },
    body: new URLSearchParams({ password }).toString(),
    redirect: 'manual',
  });
