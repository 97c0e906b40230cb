interface ProgressProps {
  readonly label: string;
  /** 0 to 1; null if unknown. */
  readonly share: number | null;
}

export function ProgressBar({ label, share }: ProgressProps) {
  return <progress class="progress" aria-label={label} max={1} value={share ?? undefined} />;
}
