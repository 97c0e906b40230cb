interface UrlFieldProps {
  readonly label: string;
  readonly value: string;
}

export function UrlField({ label, value }: UrlFieldProps) {
  return (
    <input
      class="image-url"
      aria-label={label}
      value={value}
      readOnly
      spellcheck={false}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
