/** When to search for typed text: after a pause, immediately on request, and never while composing (as in pinyin). */

const TYPING_MS = 250;

export class TypedSearch {
  readonly #search: (text: string) => void;
  /** The search that is shown. */
  #sent: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sent: string, search: (text: string) => void) {
    this.#sent = sent;
    this.#search = search;
  }

  /** Takes the text of the field; does not search while it is being composed. */
  type(text: string, isComposing: boolean): void {
    this.stop();
    if (!isComposing) this.#timer = setTimeout(() => this.submit(text), TYPING_MS);
  }

  submit(text: string): void {
    this.stop();
    if (text === this.#sent) return;
    this.#sent = text;
    this.#search(text);
  }

  /** Whether the shown search differs from the typed one, as after Back: it then counts. */
  follow(shown: string): boolean {
    if (shown === this.#sent) return false;
    this.stop();
    this.#sent = shown;
    return true;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
