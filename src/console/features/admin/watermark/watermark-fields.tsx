import { change, values } from '../model/settings-store.ts';
import type { SettingKey } from '../model/setting-rules.ts';
import { adminText } from '../../../text/admin.ts';
import { TextField } from '../../../widgets/field.tsx';
import { ColorField, PositionField, ShareField, SwitchField } from './fields.tsx';
import { MarkImageField } from './mark-image-field.tsx';

interface WatermarkFieldsProps {
  readonly errorOf: (key: SettingKey) => string | null;
}

export function WatermarkFields({ errorOf }: WatermarkFieldsProps) {
  const { watermark } = adminText.value;
  const { value } = values;
  const set = (key: SettingKey) => (next: string) => change(key, next);
  return (
    <div class="card watermark-fields">
      <SwitchField
        label={watermark.enabled}
        value={value.watermark_enabled}
        onValue={set('watermark_enabled')}
      />
      <KindField />
      {value.watermark_kind === 'image' ? (
        <MarkImageField error={errorOf('watermark_image')} />
      ) : (
        <>
          <TextField
            label={watermark.text}
            value={value.watermark_text}
            hint={watermark.textHint}
            error={errorOf('watermark_text')}
            onText={set('watermark_text')}
          />
          <ColorField
            label={watermark.color}
            value={value.watermark_color}
            onValue={set('watermark_color')}
          />
        </>
      )}
      <SwitchField
        label={watermark.tiling}
        value={value.watermark_tiling}
        onValue={set('watermark_tiling')}
      />
      {value.watermark_tiling !== 'true' && (
        <PositionField value={value.watermark_position} onValue={set('watermark_position')} />
      )}
      <ShareField
        label={watermark.opacity}
        value={value.watermark_opacity}
        min={0}
        onValue={set('watermark_opacity')}
      />
      <ShareField
        label={watermark.scale}
        value={value.watermark_scale}
        min={0.01}
        onValue={set('watermark_scale')}
      />
      <ShareField
        label={watermark.margin}
        value={value.watermark_margin}
        min={0}
        max={0.5}
        onValue={set('watermark_margin')}
      />
    </div>
  );
}

function KindField() {
  const { watermark } = adminText.value;
  return (
    <fieldset class="watermark-choice">
      <legend>{watermark.kind}</legend>
      {(['text', 'image'] as const).map((kind) => (
        <label key={kind}>
          <input
            type="radio"
            name="watermark-kind"
            checked={values.value.watermark_kind === kind}
            onChange={() => change('watermark_kind', kind)}
          />
          <span>{watermark.kinds[kind]}</span>
        </label>
      ))}
    </fieldset>
  );
}
