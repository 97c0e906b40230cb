/** A new version waits until no page uses the old one, or until the person activates it. */

import { activateUpdate } from './activate-update.ts';
import { trustScript } from '../state/trusted-script.ts';
import { text } from '../text/language.ts';
import { showToast } from '../widgets/toast.tsx';

const SERVICE_WORKER_PATH = '/service-worker.js';
const MANIFEST_PATH = '/manifest.webmanifest';
const LOOK_AGAIN_MS = 3_600_000;

export async function install(): Promise<void> {
  addManifest();
  const { serviceWorker } = navigator;
  await serviceWorker.register(trustScript(SERVICE_WORKER_PATH), { updateViaCache: 'none' });
  const registration = await serviceWorker.getRegistration();
  if (registration === undefined) return;
  // The very first worker waits for a moment, too, and replaces nothing.
  const isUpdate = (): boolean => registration.active !== null;
  if (registration.waiting !== null && isUpdate()) offer(registration);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && isUpdate()) offer(registration);
    });
  });
  lookNowAndThen(registration);
}

/** In the document, its request would be among those of the first images. */
function addManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = MANIFEST_PATH;
  document.head.append(link);
}

let withdraw = (): void => undefined;

function offer(registration: ServiceWorkerRegistration): void {
  const { common } = text.value;
  const run = (): void =>
    activateUpdate(navigator.serviceWorker, registration, () => location.reload());
  withdraw();
  withdraw = showToast({
    message: common.newVersion,
    action: { label: common.reload, run },
    isLasting: true,
  });
}

/** Browsers check for a new version when a page opens, and this one may stay open for days. */
function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - lookedAt > LOOK_AGAIN_MS;
    if (document.visibilityState !== 'visible' || !isDue) return;
    lookedAt = Date.now();
    void registration.update().catch(() => undefined);
  });
}
