import type { ComponentChildren } from 'preact';

interface DetailProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A line of a list of details. */
export function Detail({ name, children }: DetailProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
