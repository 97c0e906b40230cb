import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/widgets.css';
import '../styles/layout.css';
import '../styles/forced-colours.css';
// Imported here: the start page is prerendered, and a separate style sheet would arrive later.
import '../features/start/start.css';
// Half as large as the rest of the styles, and one request less in the gallery.
import '../features/gallery/gallery.css';
import { hydrate, render } from 'preact';
import { PAGES } from '../../shared/pages.ts';
import { beforeRefusals } from '../api/client.ts';
import { hasSessionCookie } from '../api/csrf-token.ts';
import { afterLoad } from './after-load.ts';
import { App } from './app.tsx';
import { preloadPage } from './routes.ts';
import { toDecodablePath } from '../state/decodable-path.ts';
import { reloadIfReplaced } from '../state/reload-if-replaced.ts';
import { startReports } from './reports/start-reports.ts';
import { startInstallation } from './start-installation.ts';
import { startConnection } from '../state/connection.ts';
import { bringErrorTexts, inTime, language, startLanguage } from '../text/language.ts';
import { session, startSession } from '../state/session.ts';
import { startTheme } from '../state/theme.ts';
import { startUploads } from '../features/upload/model/open-queue.ts';
import { startDrops } from '../features/upload/model/start-drops.ts';

startReports();
// A deployment has removed a chunk that was not loaded yet; a reload gets the new chunks.
addEventListener('vite:preloadError', () => void reloadIfReplaced());

const path = toDecodablePath(location.pathname);
if (path !== location.pathname) history.replaceState(null, '', path + location.search);

// Everything that the page waits for loads in parallel. Visitors with a session leave the start page.
const isGoingOn = path === PAGES.start && hasSessionCookie();
const loaded = preloadPage(isGoingOn ? PAGES.gallery : path);

startConnection();
startSession();
startUploads();
startDrops();
startInstallation();
beforeRefusals(bringErrorTexts);
afterLoad(() => void bringErrorTexts());
await startLanguage();
const { dataset } = document.documentElement;
// The prerendered page is hydrated once its chunk has loaded, so that it does not vanish in between; the layout
// does not wait for long. Not awaited here: pages import this module.
if (dataset['drawn'] === language.value) void inTime(loaded).then(show);
else show();

function show(): void {
  const root = document.getElementById('console');
  const isDrawn = dataset['drawn'] === language.value && session.value.state === 'anonymous';
  // The prerendered layout is visible until here.
  if (!isDrawn) root?.replaceChildren();
  if (root !== null) (isDrawn ? hydrate : render)(<App />, root);
  delete dataset['drawn'];
  // Not before: hydration needs the state that the page was prerendered with, and that has no choices.
  startTheme();
}
