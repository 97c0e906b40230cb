import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { exec, LocationProvider, Route, Router } from 'preact-iso/router';
import type { ConnectionError } from '../../client/errors.ts';
import { PAGES } from '../../shared/pages.ts';
import { importChunk } from '../widgets/import-chunk.ts';
import { Layout } from './layout.tsx';
import { signedIn } from './signed-in.tsx';
import { signedOut } from './signed-out.tsx';

// Each page is loaded when it is first asked for.
const StartPage = lazyPage(
  async () => (await import('../features/start/start-page.tsx')).StartPage,
);
const SignInPage = lazyPage(
  async () => (await import('../features/access/sign-in-page.tsx')).SignInPage,
);
const RegisterPage = lazyPage(
  async () => (await import('../features/access/register-page.tsx')).RegisterPage,
);
const UploadPage = lazyPage(
  async () => (await import('../features/upload/upload-page.tsx')).UploadPage,
);
const GalleryPage = lazyPage(
  async () => (await import('../features/gallery/gallery-page.tsx')).GalleryPage,
);
const ImageDetailPage = lazyPage(
  async () => (await import('../features/image/image-detail-page.tsx')).ImageDetailPage,
);
const AccountPage = lazyPage(
  async () => (await import('../features/account/account-page.tsx')).AccountPage,
);
const AdminPage = lazyPage(
  async () => (await import('../features/admin/admin-page.tsx')).AdminPage,
);
const NotFoundPage = lazyPage(async () => (await import('../widgets/not-found.tsx')).NotFoundPage);

const LOADED = [
  [PAGES.start, StartPage],
  [PAGES.signIn, SignInPage],
  [PAGES.register, RegisterPage],
  [PAGES.upload, UploadPage],
  [PAGES.gallery, GalleryPage],
  [PAGES.image, ImageDetailPage],
  [PAGES.account, AccountPage],
  [PAGES.administration, AdminPage],
] as const;

/**
 * Begins to load the page that a path asks for, before it is known who is signed in. It is drawn at once when it is first
 * asked for after that has come.
 */
export async function preloadPage(path: string): Promise<void> {
  await LOADED.find(([template]) => exec(path, template) !== undefined)?.[1].preload();
}

/** The console: what every page has around it, and the page that the address asks for. */
export function App() {
  return (
    <LocationProvider scope={/^\/(?!api\/|i\/)/u}>
      <Layout>
        <Router>
          <Route path={PAGES.start} component={signedOut(StartPage)} />
          <Route path={PAGES.signIn} component={SignInPage} />
          <Route path={PAGES.register} component={RegisterPage} />
          <Route path={PAGES.upload} component={signedIn(UploadPage)} />
          <Route path={PAGES.gallery} component={signedIn(GalleryPage)} />
          <Route path={PAGES.image} component={signedIn(ImageDetailPage)} />
          <Route path={PAGES.account} component={signedIn(AccountPage)} />
          <Route path={PAGES.administration} component={signedIn(AdminPage)} />
          <Route default component={NotFoundPage} />
        </Router>
      </Layout>
    </LocationProvider>
  );
}

/** A page that is imported when it is first visited, while the previous one stays. Throws where it is drawn. */
function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(() =>
    importChunk(load).catch(({ cause }: ConnectionError) => () => {
      throw cause;
    }),
  );
}
