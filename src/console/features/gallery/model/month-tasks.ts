import type { ListedSection } from './listed-image.ts';

interface MonthTask {
  readonly months: ReadonlySet<string>;
  readonly settle: (isRead: boolean) => void;
}

/** Months that somebody waits for, until they are whole. */
export class MonthTasks {
  #tasks: readonly MonthTask[] = [];

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Resolves to false if the months were not read. */
  add(months: readonly string[]): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#tasks = [...this.#tasks, { months: new Set(months), settle: resolve }];
    return promise;
  }

  has(month: string): boolean {
    return this.#tasks.some(({ months }) => months.has(month));
  }

  /** The section to read on in; null if there is none. */
  findNext(sections: readonly ListedSection[]): ListedSection | null {
    return sections.find(({ month, isWhole }) => !isWhole && this.has(month)) ?? null;
  }

  settleDone(sections: readonly ListedSection[]): void {
    this.#settle(sections, ({ months }) => isRead(months, sections));
  }

  settleAll(sections: readonly ListedSection[]): void {
    this.#settle(sections, () => true);
  }

  #settle(sections: readonly ListedSection[], isMeant: (task: MonthTask) => boolean): void {
    const done = this.#tasks.filter(isMeant);
    this.#tasks = this.#tasks.filter((task) => !done.includes(task));
    for (const { months, settle } of done) settle(isRead(months, sections));
  }
}

function isRead(months: ReadonlySet<string>, sections: readonly ListedSection[]): boolean {
  return sections.every(({ month, isWhole }) => isWhole || !months.has(month));
}
