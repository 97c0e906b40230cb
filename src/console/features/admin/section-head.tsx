import type { ComponentChildren } from 'preact';

interface SectionHeadProps {
  readonly title: string;
  readonly intro?: string;
  readonly children?: ComponentChildren;
}

export function SectionHead({ title, intro, children }: SectionHeadProps) {
  return (
    <header class="admin-head">
      <div>
        <h2>{title}</h2>
        {intro !== undefined && <p class="admin-soft">{intro}</p>}
      </div>
      {children}
    </header>
  );
}
