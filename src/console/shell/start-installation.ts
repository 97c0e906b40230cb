/** After the page stands, so that its first pictures come before. */
const AFTER_LOAD_MS = 1000;

/** Has the console installed where there can be a service worker. Nothing of the page waits for that. */
export function startInstallation(): void {
  if (!('serviceWorker' in navigator)) return;
  const install = async (): Promise<void> => (await import('./installation.ts')).install();
  const startSoon = (): void => {
    setTimeout(() => void install().catch(() => undefined), AFTER_LOAD_MS);
  };
  if (document.readyState === 'complete') startSoon();
  else addEventListener('load', startSoon, { once: true });
}
