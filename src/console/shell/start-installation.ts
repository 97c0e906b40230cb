/** Late enough that the first images load before. */
const AFTER_LOAD_MS = 1000;

export function startInstallation(): void {
  if (!('serviceWorker' in navigator)) return;
  const install = async (): Promise<void> => (await import('./installation.ts')).install();
  const startSoon = (): void => {
    setTimeout(() => void install().catch(() => undefined), AFTER_LOAD_MS);
  };
  if (document.readyState === 'complete') startSoon();
  else addEventListener('load', startSoon, { once: true });
}
