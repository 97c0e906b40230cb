import { batch } from '@preact/signals';
import { ApiError } from '../../../../client/errors.ts';
import { NOT_FOUND } from '../../../../shared/error-codes.ts';
import { api, call } from '../../../api/client.ts';
import { announceImages, type ChangedImage } from '../../../state/image-changes.ts';
import { takeChanges } from './gallery.ts';
import { isRemoval, type Change } from './journal.ts';
import { noteGone } from './timeline.ts';

/** How long answers are collected before they are shown. */
const FLUSH_MS = 400;

export class ImageWrites {
  readonly #kind: Change;
  readonly #changed: ChangedImage[] = [];
  readonly #gone: number[] = [];
  #shown = { changed: 0, gone: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kind: Change) {
    this.#kind = kind;
  }

  async send(id: number): Promise<void> {
    const path = { id };
    try {
      if (isRemoval(this.#kind)) {
        const trash = this.#kind === 'trash' ? 'true' : 'false';
        const params = { path, query: { trash } } as const;
        await call(api.DELETE('/api/v1/images/{id}', { params, keepalive: true }));
        this.#gone.push(id);
      } else {
        const body = { visibility: this.#kind };
        const patched = api.PATCH('/api/v1/images/{id}/visibility', { params: { path }, body });
        this.#changed.push({ id, ...body, asset_link: (await call(patched)).asset_link });
      }
    } catch (error) {
      // Already deleted: nothing left to change.
      if (!(error instanceof ApiError) || error.code !== NOT_FOUND) throw error;
      this.#gone.push(id);
    }
    this.#timer ??= setTimeout(() => this.#show(), FLUSH_MS);
  }

  /** Shows the rest and notifies other pages and tabs. */
  end(): void {
    this.#show();
    announceImages({ changed: this.#changed, gone: this.#gone });
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changed = this.#changed.slice(this.#shown.changed);
    const gone = this.#gone.slice(this.#shown.gone);
    this.#shown = { changed: this.#changed.length, gone: this.#gone.length };
    batch(() => {
      takeChanges({ changed, gone });
      noteGone(gone.length);
    });
  }
}
