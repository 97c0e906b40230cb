/** What is still to be sent when the person leaves: before the session ends, and when the page goes. */

type Task = () => Promise<void>;

const tasks = new Set<Task>();

/** Has `task` called on leaving, perhaps more than once. What it sends has to outlive the page (`keepalive`). */
export function beforeLeaving(task: Task): void {
  tasks.add(task);
}

/** Calls all of them: their requests are under way when it returns, and answered when it resolves. */
export async function finishBeforeLeaving(): Promise<void> {
  await Promise.all([...tasks].map((task) => task()));
}

// Unlike `unload`, it is met on phones, too, and lets the page be kept for the way back.
addEventListener('pagehide', () => void finishBeforeLeaving());
