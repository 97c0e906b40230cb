/**
 * Has the page go over to the version of the console that is there: the service worker that waits takes over first. Where
 * none waits any more, another tab has been here before.
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
