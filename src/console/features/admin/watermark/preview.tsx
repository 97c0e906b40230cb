import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { values } from '../model/settings-store.ts';
import { checkSettings, type SettingTexts } from '../model/setting-rules.ts';
import { WATERMARK_KEYS, type WatermarkPosition } from '../../../../shared/watermark-layout.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { openPicture, type BasePicture } from './base-pictures.ts';
import { drawMarked, type Mark } from './draw-mark.ts';
import { toImageFile } from './mark-image.ts';

/** The image as it would be published with the shown values, saved or not. */
export function Preview({ base }: { readonly base: BasePicture }) {
  const { watermark } = adminText.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useSignal(false);
  const key = base === 'sample' ? base : String(base.id);
  const picture = useResource((signal) => openPicture(base, signal), key);
  const stored = values.value.watermark_image;
  const image = useResource(() => openMark(stored), stored);

  const mark = toMark(values.value, image.value.value ?? null);
  const look = JSON.stringify({ ...values.value, watermark_image: '' });
  useEffect(() => {
    const [target, ground] = [canvas.current, picture.value.value];
    if (target === null || ground === undefined) return;
    const frame = requestAnimationFrame(() => {
      drawMarked(target, ground, mark);
      drawn.value = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [picture.value.value, image.value.value, look, drawn]);

  const isOff = values.value.watermark_enabled !== 'true';
  const note = picture.error.value !== null ? watermark.pictureFailed : watermark.previewNote;
  return (
    <figure class="watermark-preview">
      <canvas
        ref={canvas}
        class="watermark-canvas"
        role="img"
        aria-label={isOff ? watermark.previewOff : watermark.previewLabel}
        aria-busy={!drawn.value}
        width={1600}
        height={1067}
      />
      <figcaption class="admin-small admin-soft">
        {mark === null && !isOff ? watermark.previewWrong : note}
      </figcaption>
    </figure>
  );
}

async function openMark(stored: string): Promise<ImageBitmap | null> {
  const file = toImageFile(stored);
  return file === null ? null : createImageBitmap(file);
}

/** Null while the watermark is off or cannot be drawn. */
function toMark(shown: SettingTexts, image: ImageBitmap | null): Mark | null {
  if (shown.watermark_enabled !== 'true') return null;
  const held = image === null ? '' : 'held';
  const faults = checkSettings({ ...shown, watermark_image: held }, WATERMARK_KEYS, false);
  if (Object.keys(faults).length > 0) return null;
  const layout = {
    position: shown.watermark_position as WatermarkPosition,
    opacity: Number(shown.watermark_opacity),
    scale: Number(shown.watermark_scale),
    margin: Number(shown.watermark_margin),
    tiling: shown.watermark_tiling === 'true',
  };
  if (shown.watermark_kind !== 'image') {
    return { ...layout, kind: 'text', text: shown.watermark_text, color: shown.watermark_color };
  }
  return image === null ? null : { ...layout, kind: 'image', image };
}
