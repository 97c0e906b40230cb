interface ProgressProps {
  readonly label: string;
  /** 0 to 1; null if unknown. */
  readonly share: number | null;
}

export function ProgressBar({ label, share }: ProgressProps) {
  return <progress class="progress" aria-label={label} max={1} value={share ?? undefined} />;
}

interface CountedProps {
  readonly label: string;
  /** The numbers in words. */
  readonly note: string;
  readonly done: number;
  readonly total: number;
}

export function CountedProgress({ label, note, done, total }: CountedProps) {
  return (
    <div>
      <p aria-hidden="true">{note}</p>
      <ProgressBar label={label} share={done / total} />
    </div>
  );
}
