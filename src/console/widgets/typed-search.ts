/**
 * When what is typed is searched for: once a person pauses, at once on request, and never while letters are still
 * being composed, as Chinese is from pinyin.
 */

/** So long a person may pause between two letters. */
const TYPING_MS = 250;

export class TypedSearch {
  readonly #search: (text: string) => void;
  /** What is shown already. */
  #sent: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sent: string, search: (text: string) => void) {
    this.#sent = sent;
    this.#search = search;
  }

  /** Takes what stands in the field; while it is composed, nothing is searched for. */
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

  /** Whether what is shown is other than what was typed, as on going back: it then counts. */
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
