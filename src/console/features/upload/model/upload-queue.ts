/** The queue of one account in this tab, as its page and the header see it. */

import { computed, effect, signal } from '@preact/signals';
import { TintypeApi } from '../../../../client/api.ts';
import { pageCredentials } from '../../../../client/credentials.ts';
import type { Visibility } from '../../../../client/protocol-types.ts';
import { discardUpload } from '../../../../client/discard-upload.ts';
import { reportOutcome } from '../../../api/client.ts';
import { readDevice } from '../preparation/device.ts';
import { countPreparations } from '../preparation/limits.ts';
import { openCodecs } from '../preparation/open-codecs.ts';
import { isConnected } from '../../../state/connection.ts';
import { announceImages, watchImages } from '../../../state/image-changes.ts';
import { user } from '../../../state/session.ts';
import { FileIntake } from './file-intake.ts';
import { followPictures } from './follow-pictures.ts';
import { followTwins } from './follow-duplicates.ts';
import { isServiceReady } from './is-service-ready.ts';
import { keepSetting } from './keep-setting.ts';
import { isAtWork, isRetryable, summarizeItems, type QueueStats } from './queue-stats.ts';
import { isUndone, isUnderWay, mayBePublished, restore, type Item } from './queue-item.ts';
import { QueueItems } from './queue-items.ts';
import { QueueStore } from './queue-store.ts';
import { FileReaderQueue } from './read-files.ts';
import { RecipeSource } from './recipe-source.ts';
import { Sender } from './send-items.ts';
import { afterTab, TAB, tabLocked } from './tab-lock.ts';

const PAUSED_PREFIX = 'uploads-paused:';
const TICK_MS = 1000;

const store = new QueueStore();

export class UploadQueue {
  readonly owner: number;
  readonly #items = new QueueItems(store);
  readonly #api = new TintypeApi(
    location.origin,
    pageCredentials(() => document.cookie),
  );
  readonly #recipe = new RecipeSource(this.#api, reportOutcome, () => this.#goOn());
  readonly #reader: FileReaderQueue;
  readonly #sender: Sender;
  readonly #intake: FileIntake;
  readonly #endings: (() => void)[];
  /** The tabs whose items are this one's, or will be once they end. */
  readonly #heirOf = new Set<string>();
  #isClosed = false;

  readonly items = this.#items.all;
  #surveyed: QueueStats | null = null;
  readonly overview = computed(
    () => (this.#surveyed = summarizeItems(this.items.value, this.#surveyed)),
  );
  readonly #pausedKey: string;
  /** All of it, by the person. */
  readonly isPaused = signal(false);
  readonly timeLeftMs = signal<number | null>(null);

  constructor(owner: number) {
    this.owner = owner;
    this.#pausedKey = PAUSED_PREFIX + String(owner);
    this.isPaused.value = localStorage.getItem(this.#pausedKey) !== null;
    this.#sender = new Sender({
      owner,
      items: this.#items,
      api: this.#api,
      openCodecs,
      countPreparations: (recipe) => countPreparations(recipe, readDevice()),
      mayRun: () => this.#mayAsk && !this.isPaused.peek(),
      mayAsk: () => this.#mayAsk,
      isReady: isServiceReady,
      recipe: this.#recipe,
      report: reportOutcome,
      onPublished: () => {
        announceImages();
        this.#reader.noteRoom();
        this.#goOn();
      },
    });
    this.#reader = new FileReaderQueue({
      items: this.#items,
      api: this.#api,
      recipe: this.#recipe,
      readFree: readFreeBytes,
      onRead: () => this.#sender.pump(),
    });
    this.#intake = new FileIntake(owner, this.#items, () => this.#goOn());
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === this.#pausedKey) this.isPaused.value = newValue !== null;
    };
    addEventListener('storage', onStorage);
    // Other tabs may have come and gone meanwhile.
    const onReturn = (): void => {
      if (document.visibilityState === 'visible') void this.#inherit();
    };
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('focus', onReturn);
    const timer = setInterval(() => this.#tick(), TICK_MS);
    this.#endings = [
      () => clearInterval(timer),
      () => removeEventListener('storage', onStorage),
      () => document.removeEventListener('visibilitychange', onReturn),
      () => removeEventListener('focus', onReturn),
      watchImages((changes) => {
        const gone = followPictures(this.#items, changes);
        if (gone.length > 0) void this.remove(...gone);
      }),
      followTwins(this.#items, () => this.#goOn()),
      this.#watchEnd(),
      effect(() => {
        void [isConnected.value, user.value, this.isPaused.value];
        this.#goOn();
      }),
      effect(() => {
        // The deletion that stood in the way is cancelled.
        const isActive = user.value?.status === 'active';
        if (isActive && this.hold.peek()?.reason === 'locked') this.liftHold();
      }),
    ];
    this.#restore().catch(() => undefined);
  }

  get hold() {
    return this.#sender.hold;
  }

  get recipe() {
    return this.#recipe.known;
  }

  /** For what the page says of files before there are any. */
  async learnRecipe(): Promise<void> {
    await this.#recipe.read().catch(() => undefined);
  }

  get isReading() {
    return this.#reader.isAtWork;
  }

  get isBehindOther() {
    return this.#sender.isBehindOther;
  }

  add(files: readonly File[], visibility: Visibility): Promise<void> {
    return this.#intake.add(files, visibility);
  }

  fileOf(id: string): File | undefined {
    return this.#items.fileOf(id);
  }

  /** The picture's bytes, for its thumbnail: of its file, which is not read whole, or as they are kept. */
  async openPicture(id: string): Promise<Blob | null> {
    const file = this.#items.fileOf(id);
    if (file !== undefined) return file;
    const bytes = await store.readSource(id).catch(() => null);
    return bytes === null ? null : new Blob([bytes]);
  }

  pause(id: string): void {
    if (this.#items.apply(id, { name: 'paused' })?.state.name === 'paused') {
      this.#sender.pause(id);
    }
  }

  /** Resumes it, tries it again, or uploads it although it was uploaded before. */
  goOnWith(...ids: readonly string[]): void {
    this.#items.applyToAll(ids, { name: 'wanted' });
    this.#goOn();
  }

  /** Takes items out. What the service has of them is taken back, unless it is being published. */
  async remove(...ids: readonly string[]): Promise<void> {
    const published = this.#idsOf(mayBePublished);
    const removal = this.#items.remove(ids);
    const left = new Set([...published, ...ids.filter((id) => this.#sender.cancel(id))]);
    for (const [id, ticket] of await removal) {
      if (!left.has(id)) void discardUpload(ticket, this.#api);
    }
    this.#reader.noteRoom();
    this.#goOn();
  }

  setPaused(isPaused: boolean): void {
    if (isPaused) keepSetting(this.#pausedKey, '1');
    else localStorage.removeItem(this.#pausedKey);
    this.isPaused.value = isPaused;
    if (!isPaused) this.goOnWith(...this.#idsOf(({ state }) => state.name === 'paused'));
  }

  retryFailed(): void {
    this.goOnWith(...this.#idsOf(isRetryable));
  }

  removeDone(): Promise<void> {
    return this.remove(...this.#idsOf(({ state }) => state.name === 'done'));
  }

  /** Takes out all that is not published, and leaves out what is still being added. */
  cancelAll(): Promise<void> {
    this.#intake.stop();
    return this.remove(...this.#idsOf(isUndone));
  }

  /** What was in the way is out of it, the person says. */
  liftHold(): void {
    this.#sender.liftHold();
  }

  /** Another account is signed in: nothing of this one goes on, or is shown. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#endings) end();
    this.#sender.close();
  }

  get #isOwners(): boolean {
    return !this.#isClosed && user.peek()?.id === this.owner;
  }

  get #mayAsk(): boolean {
    return this.#isOwners && isConnected.peek();
  }

  #idsOf(holds: (item: Item) => boolean): string[] {
    return this.items
      .peek()
      .filter(holds)
      .map(({ id }) => id);
  }

  #goOn(): void {
    const knowsRecipe = this.#recipe.known.peek() !== null;
    // What is given without a network is kept, too: the page may be gone before that is back.
    if (this.#mayAsk || (this.#isOwners && knowsRecipe)) {
      // What stops them is a recipe that cannot be read, which is asked for again.
      this.#reader.run().catch(() => undefined);
    }
    if (this.#mayAsk && this.items.peek().some(isUnderWay)) {
      this.#recipe.read().then(
        () => this.#sender.pump(),
        () => undefined,
      );
    }
    this.#sender.pump();
  }

  async #restore(): Promise<void> {
    await store.dropOld();
    await this.#inherit();
  }

  /** Takes over what an earlier visit left, and later what other tabs leave. */
  async #inherit(): Promise<void> {
    await tabLocked;
    const take = async (tab: string): Promise<void> => {
      // Another tab's may come free long after.
      if (this.#isClosed) return;
      const items = await store.takeOver(this.owner, tab, TAB);
      await this.#items.add(items.map(restore));
      this.#goOn();
    };
    const tabs = await store.listTabs(this.owner).catch(() => new Set<string>());
    for (const tab of tabs) {
      if (this.#heirOf.has(tab)) continue;
      this.#heirOf.add(tab);
      // What could not be read is looked for again, and what another tab wrote at its end and was kept only then.
      const forget = (): void => void this.#heirOf.delete(tab);
      if (tab === TAB) take(tab).catch(forget);
      else afterTab(tab, () => take(tab)).then(forget, forget);
    }
    // What it is given from now on it has.
    this.#heirOf.add(TAB);
  }

  /** When nothing is left that could be resumed, in no tab, the pause ends: what is given later would never be sent. */
  #watchEnd(): () => void {
    const endPause = async (): Promise<void> => {
      const isElsewhere = await store.hasWanted(this.owner).catch(() => false);
      if (!isElsewhere && !isAtWork(this.overview.peek())) this.setPaused(false);
    };
    const isBusy = computed(() => isAtWork(this.overview.value));
    let wasBusy = false;
    return effect(() => {
      if (wasBusy && !isBusy.value && this.isPaused.peek()) void endPause();
      wasBusy = isBusy.value;
    });
  }

  #tick(): void {
    const { left, underWay } = this.overview.peek();
    this.timeLeftMs.value =
      underWay === 0 ? null : this.#sender.forecast.timeLeftMs(left, Date.now());
  }
}

/** Whether this browser keeps nothing for anybody. */
export function keepsNothing(): Promise<boolean> {
  return store.isEmpty();
}

async function readFreeBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : quota - usage;
  } catch {
    return null;
  }
}
