import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settle } from './open-view.ts';
import { aimAt, beginWalk, findUnreached, holdTab } from './focus.ts';

type Role = Parameters<Page['getByRole']>[0];

/** A person at a keyboard: each step fails if the focus is lost or cannot be seen. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Follows the focus by Tab to an element, past the end of the page at most once. */
  async tabTo(role: Role, name: string | RegExp): Promise<void> {
    const target = this.#page.getByRole(role, { name, exact: true });
    await target.first().waitFor();
    await beginWalk(this.#page);
    for (let ends = 0; ; ends += 1) {
      if (ends > 1) throw new Error(`Tab does not reach ${role} “${name}”`);
      await aimAt(target);
      if (!(await this.#holdTab())) return;
    }
  }

  /** Tabs to an element and presses a key there. */
  async use(role: Role, name: string | RegExp, key = 'Enter'): Promise<void> {
    await this.tabTo(role, name);
    await this.press(key);
  }

  /** The focus is on an element of this role and name, where an action has put it. */
  async expectOn(role: Role, name: string | RegExp): Promise<void> {
    const target = this.#page.getByRole(role, { name, exact: true });
    await expect.poll(() => target.and(this.#page.locator(':focus')).count()).toBe(1);
  }

  /** Follows the focus through the whole page: it is never trapped, and reaches everything that people operate. */
  async walk(heading: string | RegExp): Promise<void> {
    await this.#page.getByRole('heading', { name: heading }).first().waitFor();
    await settle(this.#page);
    expect(await this.#page.evaluate('document.activeElement !== document.body'), 'lost').toBe(
      true,
    );
    await beginWalk(this.#page);
    await this.#holdTab();
    await this.#holdTab();
    expect(await findUnreached(this.#page)).toEqual([]);
  }

  /** Returns whether the focus has left the page. */
  async #holdTab(): Promise<boolean> {
    const { isOver, faults } = await holdTab(this.#page);
    expect(faults).toEqual([]);
    return isOver;
  }
}
