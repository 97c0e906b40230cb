const STORAGE_KEY = 'reloaded-at';
const RELOAD_AGAIN_MS = 30_000;
const ANSWER_TIMEOUT_MS = 5000;

/** How many things are being done that a new window would know nothing of. */
let held = 0;

/**
 * Loads the window anew when a deployment has put another one in its place, unless it has just been. Whatever else keeps
 * a part of it away, a new window would have no more of it, and what was typed into this one would be gone.
 */
export async function reloadIfReplaced(): Promise<void> {
  const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
  if (held > 0 || Date.now() - last < RELOAD_AGAIN_MS || !(await isReplaced()) || held > 0) return;
  sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  location.reload();
}

/** Does something during which no window is loaded anew. */
export async function holdReload<Result>(act: () => Promise<Result>): Promise<Result> {
  held += 1;
  try {
    return await act();
  } finally {
    held -= 1;
  }
}

/** The names of the scripts that the document begins with change with all that they load. */
async function isReplaced(): Promise<boolean> {
  const scripts = [...document.querySelectorAll('script[type=module][src]')];
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await fetch('/', { cache: 'no-store', credentials: 'omit', signal });
    const page = await answer.text();
    return answer.ok && scripts.some((script) => !page.includes(script.getAttribute('src') ?? ''));
  } catch {
    return false;
  }
}
