import { describe, expect, it } from 'vitest';

import { renderPublish } from '../../../src/codecs/publish.ts';
import type { TextWatermark } from '../../../src/codecs/watermark/watermark.ts';
import { makePixels, makeWebp, readPixels } from '../../support/make-webp.ts';

const TEXT: TextWatermark = {
  kind: 'text',
  text: 'Tintype',
  color: '#ffffff',
  position: 'bottom_right',
  opacity: 0.8,
  scale: 0.3,
  margin: 0.04,
  tiling: false,
};

describe('renderPublish', () => {
  it('marks', async () => {
    const source = await makeWebp(makePixels(320, 200, (x, y) => [x % 256, y, 90, 255]));
    const result = await renderPublish(source, { watermark: TEXT, quality: 80 });
    expect(result.ok && [result.value.width, result.value.height]).toEqual([320, 200]);
    if (result.ok) expect((await readPixels(result.value.bytes)).width).toBe(320);
  });
});
