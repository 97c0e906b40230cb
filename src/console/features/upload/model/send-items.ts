/**
 * Sends the items of one account: compares the runs that are wanted with those that exist, and starts and stops runs.
 *
 * - An item has one run at most, in one tab at most: the sender's lock is held while anything runs.
 * - A run that is stopped leaves its ticket and its parts, and the next one resumes them. If its item is gone, the
 *   session is taken back.
 * - A published image is stored in one transaction before its item shows as done.
 * - Behind a blocker no upload begins at the service, not even one that is prepared.
 * - An item that fails again and again while others are published, or for ten minutes, makes room for the next.
 */

import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { UploadPause } from '../../../../client/upload-run.ts';
import { Blockade } from './blockade.ts';
import { planRuns } from './plan-runs.ts';
import { ItemRunner, type RunnerOptions } from './run-item.ts';
import { SenderLock } from './tab-lock.ts';

export interface SenderOptions extends Omit<RunnerOptions, 'blocker' | 'onBlocked'> {
  readonly owner: number;
  /** Whether the person, the session and the network allow sending. */
  readonly maySend: ReadonlySignal<boolean>;
  /** Whether the session and the network allow asking what became of an upload. */
  readonly mayAsk: ReadonlySignal<boolean>;
  readonly isReady: () => Promise<boolean>;
}

export class Sender {
  readonly isBehindOther: ReadonlySignal<boolean>;
  readonly #options: SenderOptions;
  readonly #blockade: Blockade;
  readonly #runner: ItemRunner;
  readonly #lock: SenderLock;
  readonly #runs = signal<ReadonlyMap<string, AbortController>>(new Map());
  readonly #stop: () => void;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#blockade = new Blockade(options);
    this.#runner = new ItemRunner({
      ...options,
      blocker: this.blocker,
      onBlocked: (blocker) => this.#blockade.add(blocker),
    });
    const { state } = (this.#lock = new SenderLock(options.owner));
    this.isBehindOther = computed(() => state.value === 'behind');
    const isLockHeld = computed(() => state.value === 'held');
    this.#stop = effect(() => {
      const wanted = planRuns({
        items: options.items.all.value,
        recipe: options.recipe.known.value,
        blocker: this.blocker.value,
        maySend: options.maySend.value,
        mayAsk: options.mayAsk.value,
        runs: this.#runs.value,
      });
      const mayStart = isLockHeld.value;
      untracked(() => this.#reconcile(wanted, mayStart));
    });
  }

  get blocker() {
    return this.#blockade.current;
  }

  get eta() {
    return this.#runner.eta;
  }

  isRunning(id: string): boolean {
    return this.#runs.peek().get(id)?.signal.aborted === false;
  }

  liftBlocker(): void {
    this.#runner.setbacks.clear();
    this.#blockade.lift();
  }

  /** Stops all runs; they can be resumed. Another sender begins once the last run has ended. */
  close(): void {
    this.#stop();
    for (const run of this.#runs.peek().values()) run.abort(new UploadPause());
    this.#blockade.close();
    effect(() => {
      if (this.#runs.value.size === 0) this.#lock.giveBack();
    });
  }

  #reconcile(wanted: ReadonlySet<string>, mayStart: boolean): void {
    const { items } = this.#options;
    const runs = this.#runs.peek();
    for (const [id, run] of runs) {
      if (wanted.has(id)) continue;
      run.abort(items.get(id) === undefined ? new Error('Cancelled') : new UploadPause());
    }
    const added = [...wanted].filter((id) => !runs.has(id));
    if (runs.size + added.length === 0) {
      this.#lock.giveBack();
      this.eta.reset();
    } else if (!mayStart) this.#lock.ask();
    else for (const id of added) void this.#run(id);
  }

  async #run(id: string): Promise<void> {
    const { items } = this.#options;
    const item = items.get(id);
    if (item === undefined) return;
    const run = new AbortController();
    this.#runs.value = new Map(this.#runs.peek()).set(id, run);
    items.apply(id, { name: 'started' });
    const event = await this.#runner.run(item, run.signal);
    batch(() => {
      this.#runs.value = new Map([...this.#runs.peek()].filter(([other]) => other !== id));
      this.#runner.end(id, event);
    });
  }
}
