import { text } from '../../state/language.ts';
import { SelectField, TextField } from '../../widgets/field.tsx';
import type { DurationChoice } from './share-duration.ts';

interface DurationFieldsProps {
  readonly choice: DurationChoice;
  readonly isWrong: boolean;
  readonly onChoice: (choice: DurationChoice) => void;
}

/** How long something lasts: one of a few lengths, or one's own. */
export function DurationFields({ choice, isWrong, onChoice }: DurationFieldsProps) {
  const { image } = text.value;
  return (
    <div class="image-duration">
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
