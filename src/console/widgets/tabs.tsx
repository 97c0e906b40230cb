import { useEffect, useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly label: string;
  /** What stands behind the label, and becomes a dot where there is no room for it. */
  readonly note?: string | undefined;
  readonly href: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
}

/** Pages of one subject, as links in a row that scrolls where it is too long for the window. */
export function TabLinks({ label, tabs, selected }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = row.current?.querySelector('[aria-current]');
    // In the middle, so that its neighbours show that there are more.
    shown?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [selected]);
  return (
    <nav ref={row} class="tabs" aria-label={label}>
      {tabs.map(({ id, label: name, note, href }) => (
        <a key={id} href={href} class="tab" aria-current={id === selected ? 'page' : undefined}>
          {name}
          {note !== undefined && <span class="tab-note"> ({note})</span>}
        </a>
      ))}
    </nav>
  );
}
