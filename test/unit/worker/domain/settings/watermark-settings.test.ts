import { describe, expect, it } from 'vitest';
import {
  toWatermark,
  type WatermarkSettings,
} from '../../../../../src/worker/domain/settings/watermark-settings.ts';

const SETTINGS: WatermarkSettings = {
  watermark_enabled: true,
  watermark_kind: 'text',
  watermark_text: ' Tintype ',
  watermark_color: '#ff0000',
  watermark_image: null,
  watermark_position: 'top',
  watermark_opacity: 0.5,
  watermark_scale: 0.25,
  watermark_margin: 0.03,
  watermark_tiling: false,
};

const LAYOUT = { position: 'top', opacity: 0.5, scale: 0.25, margin: 0.03, tiling: false };

describe('the watermark of the settings', () => {
  it('is null while it is switched off, whatever else is set', () => {
    expect(toWatermark({ ...SETTINGS, watermark_enabled: false })).toEqual({
      ok: true,
      value: null,
    });
  });

  it('is its text or its image, with the other settings', () => {
    const text = { ...LAYOUT, kind: 'text', text: 'Tintype', color: '#ff0000' };
    expect(toWatermark(SETTINGS)).toEqual({ ok: true, value: text });
    const bytes = new Uint8Array([1]);
    expect(toWatermark({ ...SETTINGS, watermark_kind: 'image', watermark_image: bytes })).toEqual({
      ok: true,
      value: { ...LAYOUT, kind: 'image', bytes },
    });
  });

  it.each([
    { ...SETTINGS, watermark_text: '  ' },
    { ...SETTINGS, watermark_kind: 'image' as const },
  ])('is unusable, not absent, when its text or image is missing', (settings) => {
    expect(toWatermark(settings)).toEqual({ ok: false, error: 'watermark_unusable' });
  });
});
