import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/widgets.css';
import '../styles/layout.css';
import '../styles/upload-layout.css';
// Here, for it comes drawn, and a style sheet of its own would come later over a connection of its own.
import '../features/start/start.css';
import { hydrate, render } from 'preact';
import { PAGES } from '../../shared/pages.ts';
import { hasSessionCookie } from '../api/csrf-token.ts';
import { dropEarly } from '../api/early-answers.ts';
import { App } from './app.tsx';
import { preloadPage } from './routes.ts';
import { askFirstImages } from '../features/gallery/model/first-images.ts';
import { toDecodablePath } from '../state/decodable-path.ts';
import { reloadIfReplaced } from '../state/reload-if-replaced.ts';
import { startReports } from './reports/report-faults.ts';
import { startInstallation } from './start-installation.ts';
import { startConnection } from '../state/connection.ts';
import { language, startLanguage } from '../text/language.ts';
import { session, startSession } from '../state/session.ts';
import { startTheme } from '../state/theme.ts';
import { startUploads } from '../features/upload/model/open-queue.ts';

/** A page that takes longer to come is waited for where it would be. */
const PAGE_MS = 3000;

startReports();
// A deployment has taken away a part of the page that was not loaded yet; the page as it is now has its own parts.
addEventListener('vite:preloadError', () => void reloadIfReplaced());

const path = toDecodablePath(location.pathname);
if (path !== location.pathname) history.replaceState(null, '', path + location.search);

// What the page waits for is asked for side by side. Whoever may be signed in goes on from the start page.
const isGoingOn = path === PAGES.start && hasSessionCookie();
const loaded = preloadPage(isGoingOn ? PAGES.gallery : path);
askFirstImages(location);

startConnection();
startSession();
startUploads();
startInstallation();
// By then whoever asks at the start has asked.
setTimeout(dropEarly);
await startLanguage();
const { dataset } = document.documentElement;
// What comes drawn is taken over once its page can draw it, too, so that it does not vanish in between; the rest of the
// window waits for that only so long. Nothing here does: a page waits for this module.
const late = new Promise((resolve) => setTimeout(resolve, PAGE_MS));
if (dataset['drawn'] === language.value) void Promise.race([loaded, late]).then(show);
else show();

function show(): void {
  const root = document.getElementById('console');
  const isDrawn = dataset['drawn'] === language.value && session.value.state === 'anonymous';
  if (root !== null && isDrawn) {
    hydrate(<App />, root);
  } else if (root !== null) {
    // The document brings what is above every page, which is seen until here.
    root.replaceChildren();
    render(<App />, root);
  }
  delete dataset['drawn'];
  // Not before: what comes drawn is taken over as it stands, and it was drawn for who has chosen nothing.
  startTheme();
}
