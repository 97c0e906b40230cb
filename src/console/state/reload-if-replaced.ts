const STORAGE_KEY = 'reloaded-at';
const RELOAD_AGAIN_MS = 30_000;
const ANSWER_TIMEOUT_MS = 5000;

/** The number of running actions whose data a reload would lose. */
let held = 0;

/** Not twice in a row: a reload that brings no new code loses typed text. */
export async function reloadIfReplaced(): Promise<void> {
  const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
  if (held > 0 || Date.now() - last < RELOAD_AGAIN_MS || !(await isReplaced()) || held > 0) return;
  sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  location.reload();
}

export async function holdReload<Result>(act: () => Promise<Result>): Promise<Result> {
  held += 1;
  try {
    return await act();
  } finally {
    held -= 1;
  }
}

/** Whether the document at `/` names other scripts: their names change with their content. */
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
