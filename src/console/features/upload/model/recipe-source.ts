import { signal } from '@preact/signals';
import type { TintypeApi } from '../../../../client/api.ts';
import { ApiError, ConnectionError } from '../../../../client/errors.ts';
import type { Recipe } from '../../../../client/protocol-types.ts';

/** Hears what the service answered, where a session or the network may have ended. */
export type ReportOutcome = (outcome: 'answered' | ApiError | ConnectionError) => void;

/** After a question that failed. */
export const LOOK_AGAIN_MS = 5000;

/** The service's recipe, asked for once a visit. */
export class RecipeSource {
  /** Null until it was read. */
  readonly known = signal<Recipe | null>(null);
  readonly #api: TintypeApi;
  readonly #report: ReportOutcome;
  readonly #lookAgain: () => void;
  #asking: Promise<Recipe> | null = null;

  /** `lookAgain` is called a while after a question that failed. */
  constructor(api: TintypeApi, report: ReportOutcome, lookAgain: () => void) {
    this.#lookAgain = lookAgain;
    this.#api = api;
    this.#report = report;
  }

  async read(): Promise<Recipe> {
    const known = this.known.peek();
    if (known !== null) return known;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<Recipe> {
    try {
      this.known.value = await this.#api.readRecipe();
      this.#report('answered');
      return this.known.value;
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError) this.#report(error);
      setTimeout(this.#lookAgain, LOOK_AGAIN_MS);
      throw error;
    }
  }
}
