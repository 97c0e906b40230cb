import { useId } from 'preact/hooks';

interface SegmentsProps<Value extends string> {
  /** The accessible name of the choice. */
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onValue: (value: Value) => void;
}

/** A choice of a few in one row: radio buttons, so that arrow keys and forced colours work. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onValue } = props;
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{label}</legend>
      {(Object.entries(options) as [Value, string][]).map(([option, words]) => (
        <label key={option}>
          <input
            type="radio"
            class="visually-hidden"
            name={name}
            checked={option === value}
            onChange={() => onValue(option)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
