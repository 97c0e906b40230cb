import { computed, signal } from '@preact/signals';
import { TintypeApi } from '../../../../client/api.ts';
import { pageCredentials } from '../../../../client/credentials.ts';
import type { Visibility } from '../../../../client/protocol-types.ts';
import { discardUpload } from '../../../../client/discard-upload.ts';
import { reportOutcome } from '../../../api/client.ts';
import { isConnected } from '../../../state/connection.ts';
import { forgetGuests, hasShownGuests } from '../../../state/guest-photos.ts';
import { announceImages, watchImages } from '../../../state/image-changes.ts';
import { isAccountLocked, user } from '../../../state/session.ts';
import { readDevice } from '../../../../client/imaging/device.ts';
import { countPreparations } from '../../../../client/imaging/device-limits.ts';
import { openCodecs } from '../preparation/open-codecs.ts';
import { endStops } from './end-stops.ts';
import { FileIntake } from './file-intake.ts';
import { fillAlbums } from './fill-albums.ts';
import { followDuplicates } from './follow-duplicates.ts';
import { followImages } from './follow-images.ts';
import { adoptGuests } from './guest-store.ts';
import { inheritItems } from './inherit-items.ts';
import { isServiceReady } from './is-service-ready.ts';
import { awaitsAlbum, isUndone, isWanted, mayBePublished, type Item } from './queue-item.ts';
import { QueueItems } from './queue-items.ts';
import { mirrorPause, mirrorWait } from './queue-settings.ts';
import { isRetryable, summarizeItems, type QueueStats } from './queue-stats.ts';
import { QueueStore } from './queue-store.ts';
import { FileReaderQueue } from './read-files.ts';
import { readFreeBytes } from './read-free-bytes.ts';
import { RecipeSource } from './recipe-source.ts';
import { Sender } from './send-items.ts';
import { TAB, tabLocked } from './tab-lock.ts';

const TICK_MS = 1000;

const store = new QueueStore();

export class UploadQueue {
  readonly owner: number;
  readonly isPaused = signal(false);
  readonly timeLeftMs = signal<number | null>(null);
  readonly #items = new QueueItems(store);
  readonly items = this.#items.all;
  #lastStats: QueueStats | null = null;
  readonly stats = computed(
    () => (this.#lastStats = summarizeItems(this.items.value, this.#lastStats)),
  );
  readonly #isClosed = signal(false);
  readonly #isOwners = computed(() => !this.#isClosed.value && user.value?.id === this.owner);
  readonly #mayAsk = computed(() => this.#isOwners.value && isConnected.value);
  readonly #api = new TintypeApi(
    location.origin,
    pageCredentials(() => document.cookie),
  );
  readonly #recipe = new RecipeSource(this.#api, reportOutcome);
  readonly recipe = this.#recipe.known;
  readonly #reader = new FileReaderQueue({
    items: this.#items,
    api: this.#api,
    recipe: this.recipe,
    readFree: readFreeBytes,
  });
  readonly isReading = this.#reader.isAtWork;
  readonly #sender: Sender;
  readonly #intake: FileIntake;
  readonly #endings: readonly (() => void)[];

  constructor(owner: number) {
    this.owner = owner;
    this.#intake = new FileIntake(owner, this.#items);
    this.#sender = new Sender({
      owner,
      items: this.#items,
      api: this.#api,
      openCodecs,
      countPreparations: (recipe) => countPreparations(recipe, readDevice()),
      maySend: computed(() => this.#mayAsk.value && !this.isPaused.value),
      mayAsk: this.#mayAsk,
      isReady: isServiceReady,
      recipe: this.#recipe,
      report: reportOutcome,
      onPublished: () => {
        announceImages();
        this.#reader.noteRoom();
      },
    });
    const timer = setInterval(() => this.#tick(), TICK_MS);
    this.#endings = [
      () => clearInterval(timer),
      mirrorPause(this.isPaused, owner),
      mirrorWait(this.blocker, owner),
      this.#recipe.readWhile(computed(() => this.#mayAsk.value && this.items.value.some(isWanted))),
      // Files are read without a network, too: the page may be gone before that is back.
      this.#reader.readWhile(this.#isOwners),
      watchImages((changes) => {
        const gone = followImages(this.#items, changes);
        if (gone.length > 0) void this.remove(...gone);
      }),
      followDuplicates(this.#items, this.#api),
      fillAlbums({
        items: this.#items,
        mayAdd: computed(() => this.#mayAsk.value && !isAccountLocked.value),
      }),
      endStops(this, (id) => store.hasWanted(id)),
      inheritItems(owner, this.#items),
    ];
  }

  get blocker() {
    return this.#sender.blocker;
  }

  async learnRecipe(): Promise<void> {
    await this.#recipe.read().catch(() => undefined);
  }

  get isBehindOther() {
    return this.#sender.isBehindOther;
  }

  add(
    files: readonly File[],
    visibility: Visibility,
    albumId: number | null = null,
  ): Promise<void> {
    return this.#intake.add(files, { visibility, albumId });
  }

  /** Takes over what was chosen in this tab before the sign-in. After a failure the next visit tries again. */
  async adoptGuests(visibility: Visibility): Promise<void> {
    if (!hasShownGuests()) return;
    await tabLocked;
    try {
      const adopted = await adoptGuests({ owner: this.owner, tab: TAB, visibility }, Date.now());
      forgetGuests();
      await this.#items.add(adopted);
    } catch {
      // The browser's storage fails.
    }
  }

  fileOf(id: string): File | undefined {
    return this.#items.fileOf(id);
  }

  /** The bytes for a thumbnail: the file, which is not read whole, or the stored copy. */
  async openImage(id: string): Promise<Blob | null> {
    const file = this.#items.fileOf(id);
    if (file !== undefined) return file;
    const bytes = await store.readSource(id).catch(() => null);
    return bytes === null ? null : new Blob([bytes]);
  }

  pause(id: string): void {
    this.#items.apply(id, { name: 'paused' });
  }

  resume(...ids: readonly string[]): void {
    this.#items.applyToAll(ids, { name: 'wanted' });
  }

  /** Removes items. Their sessions are taken back, unless they are being published. */
  async remove(...ids: readonly string[]): Promise<void> {
    // A run takes back its own session.
    const running = ids.filter((id) => this.#sender.isRunning(id));
    const spared = new Set([...running, ...this.#idsOf(mayBePublished)]);
    const tickets = await this.#items.remove(ids);
    for (const [id, ticket] of tickets) {
      if (!spared.has(id)) void discardUpload(ticket, this.#api);
    }
    this.#reader.noteRoom();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused.value = isPaused;
    if (!isPaused) this.resume(...this.#idsOf(({ state }) => state.name === 'paused'));
  }

  retryFailed(): void {
    this.resume(...this.#idsOf(isRetryable));
  }

  /** Spares those whose album does not have them yet. */
  removeDone(): Promise<void> {
    return this.remove(...this.#idsOf((item) => item.state.name === 'done' && !awaitsAlbum(item)));
  }

  /** Removes all that is not published, and stops adding. */
  cancelAll(): Promise<void> {
    this.#intake.stop();
    return this.remove(...this.#idsOf(isUndone));
  }

  liftBlocker(): void {
    this.#sender.liftBlocker();
  }

  close(): void {
    this.#isClosed.value = true;
    for (const end of this.#endings) end();
    this.#sender.close();
  }

  #idsOf(matches: (item: Item) => boolean): string[] {
    return this.items
      .peek()
      .filter(matches)
      .map(({ id }) => id);
  }

  #tick(): void {
    const { left, underWay } = this.stats.peek();
    this.timeLeftMs.value = underWay === 0 ? null : this.#sender.eta.timeLeftMs(left, Date.now());
  }
}

export function keepsNothing(): Promise<boolean> {
  return store.isEmpty();
}
