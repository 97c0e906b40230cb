/** Without a waiting service worker, another tab has activated it. */
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
