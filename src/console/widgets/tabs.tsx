export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly href: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
}

/** Pages of one subject, as links in a row that scrolls where it is too long for the window. */
export function TabLinks({ label, tabs, selected }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, label: name, href }) => (
        <a key={id} href={href} class="tab" aria-current={id === selected ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
