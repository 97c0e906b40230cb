import { useSignal } from '@preact/signals';
import { SHARE_LABEL_MAX_CHARACTERS } from '../../../shared/entry-rules.ts';
import { imageText } from '../../text/image.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { SelectField, TextField } from '../../widgets/field.tsx';
import { findShareFaults, type ShareFault, type ShareTerms } from './share-terms.ts';

interface ShareDialogProps {
  readonly terms: ShareTerms;
  /** Limit and password of an existing link stay. */
  readonly isNew: boolean;
  readonly onSave: (terms: ShareTerms) => Promise<void>;
  readonly onClose: () => void;
}

export function ShareDialog({ terms: initial, isNew, onSave, onClose }: ShareDialogProps) {
  const { shares } = imageText.value;
  const terms = useSignal(initial);
  const faults = useSignal<readonly ShareFault[]>([]);
  const change = (changed: Partial<ShareTerms>): void => {
    terms.value = { ...terms.value, ...changed };
    faults.value = [];
  };
  const save = (): false | Promise<void> => {
    faults.value = findShareFaults(terms.value);
    return faults.value.length > 0 ? false : onSave(terms.value);
  };
  const faultOf = (field: ShareFault): string | null =>
    faults.value.includes(field) ? shares.faults[field] : null;
  const { kept: _, ...newEnds } = shares.ends;
  return (
    <ConfirmDialog
      title={isNew ? shares.createTitle : shares.editTitle}
      action={isNew ? shares.createAction : shares.save}
      kind="primary"
      onConfirm={save}
      onClose={onClose}
    >
      <TextField
        label={shares.label}
        hint={shares.labelHint}
        value={terms.value.label}
        onText={(label) => change({ label: label.slice(0, SHARE_LABEL_MAX_CHARACTERS) })}
      />
      <SelectField<ShareTerms['end']>
        label={shares.end}
        value={terms.value.end}
        options={isNew ? (newEnds as typeof shares.ends) : shares.ends}
        onValue={(end) => change({ end })}
      />
      {isNew && (
        <>
          <TextField
            label={shares.maxViews}
            hint={shares.maxViewsHint}
            value={terms.value.maxViews}
            error={faultOf('maxViews')}
            onText={(maxViews) => change({ maxViews })}
          />
          <TextField
            label={shares.password}
            hint={shares.passwordHint}
            value={terms.value.password}
            error={faultOf('password')}
            onText={(password) => change({ password })}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
