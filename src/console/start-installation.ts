/** Has the console installed where there can be a service worker, once the page stands: nothing of it waits for that. */
export function startInstallation(): void {
  if (!('serviceWorker' in navigator)) return;
  const install = async (): Promise<void> => (await import('./installation.ts')).install();
  const start = (): void => void install().catch(() => undefined);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
