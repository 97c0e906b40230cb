import { PASSWORD } from '../../support/insert-person.ts';
import { callSite, type SiteClient } from '../../support/site-client.ts';

const MAX_VIEWS = 1_000_000;

/** Addresses of pages that visitors open. */
export interface DemoLinks {
  /** Its views are limited. */
  readonly share: string;
  readonly locked: string;
  readonly revoked: string;
  readonly album: string;
  readonly emptyAlbum: string;
}

interface Made {
  readonly id: number;
  readonly url: string;
}

/** Makes an album of all images and an empty one, and links of the last image. */
export const seedLinks = async (
  client: SiteClient,
  imageIds: readonly number[],
): Promise<{ readonly albumId: number; readonly links: DemoLinks }> => {
  const make = (path: string, body: object) => callSite<Made>(client, 'POST', path, body);
  const title = 'A long name of an album of photographs of the sea';
  const fields = { title, description: 'Harbours', visibility: 'public', order: 'manual' };
  const album = await make('/albums', fields);
  await make(`/albums/${String(album.id)}/images`, { image_ids: imageIds });
  const emptyAlbum = await make('/albums', { title: 'Empty', visibility: 'link' });
  const ofImage = `/images/${String(imageIds.at(-1))}/links`;
  const share = await make(ofImage, { max_views: MAX_VIEWS });
  const locked = await make(ofImage, { password: PASSWORD });
  const revoked = await make(ofImage, {});
  await callSite(client, 'DELETE', `${ofImage}/${String(revoked.id)}`);
  return {
    albumId: album.id,
    links: {
      share: share.url,
      locked: locked.url,
      revoked: revoked.url,
      album: album.url,
      emptyAlbum: emptyAlbum.url,
    },
  };
};
