import lazy from 'preact-iso/lazy';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { PAGES } from '../lib/pages.ts';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { signedIn } from './pages/signed-in.tsx';
import { StartPage } from './pages/start/start-page.tsx';

// Each page is loaded when it is first asked for, but the start page, which is what most see first.
const SignInPage = lazy(() => import('./pages/access/sign-in-page.tsx').then((m) => m.SignInPage));
const RegisterPage = lazy(() =>
  import('./pages/access/register-page.tsx').then((m) => m.RegisterPage),
);
const UploadPage = lazy(() => import('./pages/upload/upload-page.tsx').then((m) => m.UploadPage));
const GalleryPage = lazy(() =>
  import('./pages/gallery/gallery-page.tsx').then((m) => m.GalleryPage),
);
const ImagePage = lazy(() => import('./pages/image/image-page.tsx').then((m) => m.ImagePage));
const AccountPage = lazy(() =>
  import('./pages/account/account-page.tsx').then((m) => m.AccountPage),
);
const AdminPage = lazy(() => import('./pages/admin/admin-page.tsx').then((m) => m.AdminPage));

/** The console: what every page has around it, and the page that the address asks for. */
export function App() {
  return (
    <LocationProvider scope={/^\/(?!api\/|i\/)/u}>
      <Layout>
        <Router>
          <Route path={PAGES.start} component={StartPage} />
          <Route path={PAGES.signIn} component={SignInPage} />
          <Route path={PAGES.register} component={RegisterPage} />
          <Route path={PAGES.upload} component={signedIn(UploadPage)} />
          <Route path={PAGES.gallery} component={signedIn(GalleryPage)} />
          <Route path={PAGES.image} component={signedIn(ImagePage)} />
          <Route path={PAGES.account} component={signedIn(AccountPage)} />
          <Route path={PAGES.administration} component={signedIn(AdminPage)} />
          <Route default component={NotFoundPage} />
        </Router>
      </Layout>
    </LocationProvider>
  );
}
