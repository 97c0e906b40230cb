/**
 * Reloads into the new version after its waiting service worker has taken over. Without one, another tab has done that.
 */
export function activateUpdate(
  container: Pick<ServiceWorkerContainer, 'addEventListener'>,
  { waiting }: Pick<ServiceWorkerRegistration, 'waiting'>,
  reload: () => void,
): void {
  if (waiting === null) {
    reload();
    return;
  }
  container.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('take-over');
}
