/** The frozen page waits so long for the other element. */
const WAIT_MS = 300;

interface Morph {
  readonly name: string;
  readonly from: HTMLElement | null;
  /** Null until the changed page has it. */
  readonly findTo: () => HTMLElement | null;
  readonly change: () => void;
}

/** Changes the page while an element turns into another one; at once if motion is reduced, or the browser cannot. */
export function morph({ name, from, findTo, change }: Morph): void {
  // Some browsers lack it, against the types.
  const page: { readonly startViewTransition?: Document['startViewTransition'] } = document;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (page.startViewTransition === undefined || from === null || isReduced) return change();
  from.style.viewTransitionName = name;
  let to: HTMLElement | null = null;
  const transition = page.startViewTransition(async () => {
    change();
    to = await waitFor(findTo);
    from.style.viewTransitionName = '';
    if (to !== null) to.style.viewTransitionName = name;
  });
  const end = (): void => {
    for (const element of [from, to]) if (element !== null) element.style.viewTransitionName = '';
  };
  // Skipped ones reject: another may have begun.
  transition.ready.catch(() => undefined);
  transition.updateCallbackDone.catch(() => undefined);
  transition.finished.then(end, end);
}

function waitFor(find: () => HTMLElement | null): Promise<HTMLElement | null> {
  const { promise, resolve } = Promise.withResolvers<HTMLElement | null>();
  const look = (): void => {
    const found = find();
    if (found !== null) resolve(found);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => resolve(null), WAIT_MS);
  look();
  return promise.finally(() => {
    observer.disconnect();
    clearTimeout(timer);
  });
}
