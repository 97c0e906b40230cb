import losslessAlpha from '../fixtures/webp/lossless-alpha.webp?inline';
import lossyIcc from '../fixtures/webp/lossy-icc.webp?inline';
import lossyExif from '../fixtures/webp/lossy-exif.webp?inline';
import lossy from '../fixtures/webp/lossy.webp?inline';
import { fromBase64 } from '../../src/shared/bytes.ts';

const bytesOf = (dataUrl: string): Uint8Array<ArrayBuffer> => {
  const bytes = fromBase64(dataUrl.slice(dataUrl.indexOf(',') + 1));
  if (bytes === null) throw new Error('a fixture must come as a base64 data URL');
  return bytes;
};

/** Real WebP files for tests in workerd, which has no file system. */
export const WEBP = {
  lossy: bytesOf(lossy),
  lossyExif: bytesOf(lossyExif),
  lossyIcc: bytesOf(lossyIcc),
  losslessAlpha: bytesOf(losslessAlpha),
};
