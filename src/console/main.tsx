import './styles/tokens.css';
import './styles/base.css';
import './styles/widgets.css';
import './styles/layout.css';
import './styles/upload-layout.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { startConnection } from './state/connection.ts';
import { startLanguage } from './state/language.ts';
import { startSession } from './state/session.ts';
import { startTheme } from './state/theme.ts';
import { startUploads } from './upload/open-queue.ts';

// A deployment has taken away a part of the page that was not loaded yet; the page as it is now has its own parts.
addEventListener('vite:preloadError', () => location.reload());

startTheme();
startConnection();
startSession();
startUploads();
await startLanguage();
const root = document.getElementById('console');
if (root !== null) render(<App />, root);
