/** The modules of the console's pages; src/shared/pages.ts has their paths and visitors. */

import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { exec } from 'preact-iso/router';
import type { ConnectionError } from '../../client/errors.ts';
import { PAGES, visitorsOf, type PageName, type Visitors } from '../../shared/pages.ts';
import { importChunk } from '../widgets/import-chunk.ts';
import { signedIn } from './signed-in.tsx';
import { signedOut } from './signed-out.tsx';

/** The build finds a page's chunk by the name of its module: the page's name in kebab case plus `-page`. */
const MODULES: Readonly<Record<PageName, () => Promise<ComponentType>>> = {
  start: async () => (await import('../features/start/start-page.tsx')).StartPage,
  signIn: async () => (await import('../features/access/sign-in-page.tsx')).SignInPage,
  register: async () => (await import('../features/access/register-page.tsx')).RegisterPage,
  resetPassword: async () =>
    (await import('../features/access/reset-password-page.tsx')).ResetPasswordPage,
  upload: async () => (await import('../features/upload/upload-page.tsx')).UploadPage,
  gallery: async () => (await import('../features/gallery/gallery-page.tsx')).GalleryPage,
  image: async () => (await import('../features/image/image-page.tsx')).ImagePage,
  albums: async () => (await import('../features/albums/albums-page.tsx')).AlbumsPage,
  album: async () => (await import('../features/albums/album-page.tsx')).AlbumPage,
  trash: async () => (await import('../features/trash/trash-page.tsx')).TrashPage,
  account: async () => (await import('../features/account/account-page.tsx')).AccountPage,
  administration: async () =>
    (await import('../features/admin/administration-page.tsx')).AdministrationPage,
};

const GUARDS = {
  everyone: (Page) => Page,
  signed_in: signedIn,
  signed_out: signedOut,
} satisfies Record<Visitors, (Page: ComponentType) => ComponentType>;

export const ROUTES = (Object.keys(MODULES) as PageName[]).map((name) => {
  const Page = lazyPage(MODULES[name]);
  return { path: PAGES[name], Page, component: GUARDS[visitorsOf(name)](Page) };
});

export const NotFoundPage = lazyPage(
  async () => (await import('../widgets/not-found.tsx')).NotFoundPage,
);

export async function preloadPage(path: string): Promise<void> {
  await ROUTES.find((route) => exec(path, route.path) !== undefined)?.Page.preload();
}

/** A page that is imported on its first visit, while the previous one stays. It throws a failed import when drawn. */
function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(() =>
    importChunk(load).catch(({ cause }: ConnectionError) => () => {
      throw cause;
    }),
  );
}
