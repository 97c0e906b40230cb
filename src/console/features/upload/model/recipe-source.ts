import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { TintypeApi } from '../../../../client/api.ts';
import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import { retryAfterMsOf } from '../../../../client/retry-rules.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';

export type ReportOutcome = (outcome: 'answered' | ApiError | ConnectionError) => void;

export const RETRY_MS = 5000;

export class RecipeSource {
  readonly known = signal<Recipe | null>(null);
  readonly #api: TintypeApi;
  readonly #report: ReportOutcome;
  readonly #retries = signal(0);
  #asking: Promise<Recipe> | null = null;

  constructor(api: TintypeApi, report: ReportOutcome) {
    this.#api = api;
    this.#report = report;
  }

  /** @throws {ApiError | ConnectionError} */
  async read(): Promise<Recipe> {
    const known = this.known.peek();
    if (known !== null) return known;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  readWhile(isNeeded: ReadonlySignal<boolean>): () => void {
    const isMissing = computed(() => isNeeded.value && this.known.value === null);
    return effect(() => {
      void this.#retries.value;
      if (isMissing.value) untracked(() => void this.read().catch(() => undefined));
    });
  }

  async #ask(): Promise<Recipe> {
    try {
      this.known.value = await this.#api.readRecipe();
      this.#report('answered');
      return this.known.value;
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError) this.#report(error);
      const pauseMs = Math.max(RETRY_MS, retryAfterMsOf(error));
      setTimeout(() => (this.#retries.value += 1), pauseMs);
      throw error;
    }
  }
}
