type Task = () => Promise<void>;

const tasks = new Set<Task>();

/** Calls `task` on leaving, perhaps more than once. Its requests must outlive the page (`keepalive`). */
export function beforeLeaving(task: Task): void {
  tasks.add(task);
}

/** Runs all tasks: requests are sent when it returns, and answered when it resolves. */
export async function finishBeforeLeaving(): Promise<void> {
  await Promise.all([...tasks].map((task) => task()));
}

// Unlike `unload`, it fires on phones and keeps the page in the back/forward cache.
addEventListener('pagehide', () => void finishBeforeLeaving());
