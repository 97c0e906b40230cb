interface ProgressProps {
  /** What goes on, for who does not see the bar. */
  readonly label: string;
  /** 0 to 1; null when nobody knows. */
  readonly share: number | null;
}

export function ProgressBar({ label, share }: ProgressProps) {
  return <progress class="progress" aria-label={label} max={1} value={share ?? undefined} />;
}
