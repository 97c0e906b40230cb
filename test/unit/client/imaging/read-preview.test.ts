import { describe, expect, it } from 'vitest';
import { readPreview } from '../../../../src/client/imaging/read-preview.ts';
import { readJpegHeader } from '../../../../src/imaging/source/jpeg-header.ts';
import { utf8 } from '../../../../src/shared/bytes.ts';
import { jpeg, photograph } from './fixtures/photograph.ts';

describe('the preview of a photograph', () => {
  it('is returned with the photograph’s orientation', () => {
    const preview = readPreview(photograph(6, jpeg(160, 120)));
    expect(preview).not.toBe(null);
    const { width, height, orientation } = readJpegHeader(preview ?? new Uint8Array());
    expect({ width, height, orientation }).toEqual({ width: 160, height: 120, orientation: 6 });
  });

  it('is null if missing, truncated, wrong, huge or of another type', () => {
    const whole = photograph(1, jpeg(160, 120));
    for (const file of [
      jpeg(6000, 4000),
      whole.subarray(0, 60),
      photograph(1, jpeg(160, 120), 99_999),
      photograph(1, jpeg(65_500, 65_500)),
      photograph(1, utf8('no image')),
      new Uint8Array(),
      utf8('GIF89a'),
    ]) {
      expect(readPreview(file)).toBe(null);
    }
  });
});
