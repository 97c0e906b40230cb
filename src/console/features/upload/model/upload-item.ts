import type { TintypeApi } from '../../../../client/api.ts';
import type { Codecs } from '../../../../client/imaging/codecs/codecs.ts';
import type { PublishedImage } from '../../../../client/poll.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';
import { PARTS_IN_TRANSFER } from '../../../../client/send-parts.ts';
import { uploadImage } from '../../../../client/upload.ts';
import type { UploadOptions } from '../../../../client/upload-run.ts';
import { Semaphore } from '../../../../shared/semaphore.ts';
import { keepParts, type TicketKeeper } from './keep-upload.ts';
import type { Item } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';

export interface UploaderOptions {
  readonly items: QueueItems;
  readonly api: TintypeApi;
  readonly openCodecs: () => Codecs;
  readonly countPreparations: (recipe: Recipe) => number;
}

interface Attempt extends Required<
  Pick<UploadOptions, 'recipe' | 'signal' | 'gate' | 'onRecipe' | 'onProgress'>
> {
  readonly ticket: TicketKeeper;
}

/** Neither the browser nor the person's file has the bytes. */
export class BytesLost extends Error {}

export class Uploader {
  readonly #options: UploaderOptions;
  readonly #partPlaces = new Semaphore(PARTS_IN_TRANSFER);
  #codecs: Codecs | null = null;
  #preparation: Semaphore | null = null;

  constructor(options: UploaderOptions) {
    this.#options = options;
  }

  /**
   * @throws {BytesLost}
   * @throws as `uploadImage`, and as the browser's storage where it cannot be read.
   */
  async upload(item: Item, { ticket, ...attempt }: Attempt): Promise<PublishedImage> {
    const { api, items, openCodecs, countPreparations } = this.#options;
    await ticket.recall().catch((error: unknown) => {
      // A kept item without its ticket would be sent twice. An item that is not kept has none.
      if (items.get(item.id)?.isKept === true) throw error;
    });
    const bytes = await items.readBytes(item.id);
    if (bytes === null) throw new BytesLost();
    attempt.signal.throwIfAborted();
    this.#codecs ??= openCodecs();
    this.#preparation ??= new Semaphore(countPreparations(attempt.recipe));
    return uploadImage(new Uint8Array(bytes), {
      ...attempt,
      api,
      codecs: this.#codecs,
      filename: item.name,
      visibility: item.visibility,
      metered: isMetered(),
      store: ticket,
      prepared: keepParts(items.store, item),
      preparation: this.#preparation,
      keepsLocation: () => api.readKeepsLocation(attempt.signal),
      partPlaces: this.#partPlaces,
    });
  }
}

/** Whether the browser reports a metered connection (Network Information API). */
function isMetered(): boolean {
  const { connection } = navigator as {
    readonly connection?: { readonly saveData?: boolean; readonly type?: string };
  };
  return connection?.saveData === true || connection?.type === 'cellular';
}
