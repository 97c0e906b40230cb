import { useEffect, useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly label: string;
  /** A text behind the label, reduced to a dot in a narrow window. */
  readonly note?: string | undefined;
  readonly href: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
}

/** Tabs as links, in a row that scrolls in a narrow window. */
export function TabLinks({ label, tabs, selected }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = row.current?.querySelector('[aria-current]');
    // Centred, so that cut-off neighbours show that there are more.
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
