import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** The accessible name of its group. */
  readonly group?: string;
  readonly isChecked?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** The accessible name of an icon button. */
  readonly label: string;
  readonly button: ComponentChildren;
  readonly items: readonly MenuItem[];
  readonly header?: ComponentChildren;
}

const GAP_PX = 6;

/** ARIA Authoring Practices, Menu Button. */
export function Menu({ label, button, items, header }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  /** A press outside of an open menu closes it before its click, on the button, too. */
  const wasOpen = useRef(false);

  const open = (at: 'first' | 'last'): void => {
    menu.current?.showPopover();
    if (opener.current !== null && menu.current !== null) place(opener.current, menu.current);
    listItems(menu.current)
      .at(at === 'first' ? 0 : -1)
      ?.focus();
  };
  const close = (): void => {
    menu.current?.hidePopover();
    opener.current?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        class="button button-quiet menu-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-controls={id}
        onPointerDown={() => {
          wasOpen.current = menu.current?.matches(':popover-open') ?? false;
        }}
        onClick={({ detail }) => {
          // A click by keyboard has detail 0.
          const isOpen = menu.current?.matches(':popover-open') ?? false;
          if (isOpen || (detail > 0 && wasOpen.current)) close();
          else open('first');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        class="menu"
        popover="auto"
        onToggle={(event) =>
          opener.current?.setAttribute('aria-expanded', String(event.newState === 'open'))
        }
      >
        {header !== undefined && <div class="menu-header">{header}</div>}
        <div
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Tab') return close();
            if (moveFocus(event.currentTarget, event.key)) event.preventDefault();
          }}
        >
          {[...Map.groupBy(items, ({ group }) => group)].map(([group, members]) => (
            <div key={group} role={group === undefined ? 'none' : 'group'} aria-label={group}>
              {members.map((item) => (
                <button
                  key={item.label}
                  type="button"
                  class="menu-item"
                  tabIndex={-1}
                  role={item.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
                  aria-checked={item.isChecked}
                  onClick={() => {
                    close();
                    item.onSelect();
                  }}
                >
                  {item.icon !== undefined && <Icon name={item.icon} />}
                  <span>{item.label}</span>
                  {item.isChecked === true && <Icon name="check" />}
                </button>
              ))}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/** Below the button or, without room, above it; aligned with its end edge, within the window. */
function place(opener: HTMLElement, menu: HTMLElement): void {
  const { top, bottom, right } = opener.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const below = bottom + GAP_PX;
  const above = top - GAP_PX - offsetHeight;
  const lowest = innerHeight - offsetHeight - GAP_PX;
  const from = below > lowest && above >= GAP_PX ? above : Math.min(below, lowest);
  menu.style.top = `${Math.max(GAP_PX, from)}px`;
  menu.style.left = `${Math.max(GAP_PX, right - offsetWidth)}px`;
}

function listItems(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

function moveFocus(menu: HTMLElement, key: string): boolean {
  const items = listItems(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  }[key];
  const target = next ?? findByLetter(items, at, key);
  target?.focus();
  return target !== undefined;
}

function findByLetter(
  items: readonly HTMLElement[],
  at: number,
  key: string,
): HTMLElement | undefined {
  if (key.length !== 1) return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}
