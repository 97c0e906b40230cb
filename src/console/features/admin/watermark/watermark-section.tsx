import { useSignal } from '@preact/signals';
import { WATERMARK_KEYS } from '../../../../shared/watermark-layout.ts';
import { entries, loadSettings } from '../model/settings-store.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { ErrorState } from '../../../widgets/states.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SectionHead } from '../section-head.tsx';
import { useSaving } from '../use-saving.ts';
import type { BasePicture } from './base-pictures.ts';
import { PicturePicker } from './picture-picker.tsx';
import { Preview } from './preview.tsx';
import { WatermarkFields } from './watermark-fields.tsx';

export function WatermarkSection() {
  const admin = adminText.value;
  const loaded = useResource(loadSettings);
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.watermark} intro={admin.watermark.intro} />
      {entries.value.length === 0 && loaded.error.value !== null && (
        <ErrorState error={loaded.error.value} onRetry={loaded.reload} />
      )}
      {entries.value.length > 0 && <WatermarkForm />}
    </section>
  );
}

function WatermarkForm() {
  const { errorOf, save, isBusy } = useSaving(WATERMARK_KEYS, '/admin/watermark');
  const picture = useSignal<BasePicture>('sample');
  return (
    <form
      class="watermark-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="watermark-shown">
        <Preview base={picture.value} />
        <PicturePicker
          chosen={picture.value}
          onChoose={(next) => {
            picture.value = next;
          }}
        />
      </div>
      <WatermarkFields errorOf={errorOf} />
      <SaveBar keys={WATERMARK_KEYS} isBusy={isBusy.value} />
    </form>
  );
}
