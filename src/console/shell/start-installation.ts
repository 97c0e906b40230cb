import { afterLoad } from './after-load.ts';

export function startInstallation(): void {
  if (!('serviceWorker' in navigator)) return;
  const install = async (): Promise<void> => (await import('./installation.ts')).install();
  afterLoad(() => void install().catch(() => undefined));
}
