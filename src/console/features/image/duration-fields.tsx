import { useEffect, useRef } from 'preact/hooks';
import { imageText } from '../../text/image.ts';
import { SelectField, TextField } from '../../widgets/field.tsx';
import type { DurationChoice } from './share-duration.ts';

interface DurationFieldsProps {
  readonly choice: DurationChoice;
  readonly isWrong: boolean;
  readonly onChoice: (choice: DurationChoice) => void;
}

/** A preset or custom duration. An invalid field gets the focus. */
export function DurationFields({ choice, isWrong, onChoice }: DurationFieldsProps) {
  const image = imageText.value;
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWrong) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isWrong]);
  return (
    <div ref={fields} class="image-duration">
      <SelectField
        label={image.duration}
        value={choice.preset}
        options={image.durations}
        onValue={(preset) => onChoice({ ...choice, preset })}
      />
      {choice.preset === 'own' && (
        <>
          <TextField
            label={image.amount}
            value={choice.amount}
            error={isWrong ? image.durationWrong : null}
            onText={(amount) => onChoice({ ...choice, amount })}
          />
          <SelectField
            label={image.unit}
            value={choice.unit}
            options={image.units}
            onValue={(unit) => onChoice({ ...choice, unit })}
          />
        </>
      )}
    </div>
  );
}
