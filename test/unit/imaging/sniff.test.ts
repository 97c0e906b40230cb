import { describe, expect, it } from 'vitest';

import { sniffImageType } from '../../../src/imaging/sniff.ts';
import { fixture } from '../../support/webp-files.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const fileTypeBox = (major: string, ...compatible: string[]): Buffer => {
  const body = bytes(`ftyp${major}\0\0\0\0${compatible.join('')}`);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 4);
  return Buffer.concat([size, body, bytes('\0\0\0\x20meta avif')]);
};

describe('sniffImageType', () => {
  it('knows each type by its content', () => {
    expect(sniffImageType(bytes('\xff\xd8\xff\xe0\0\x10JFIF'))).toBe('image/jpeg');
    expect(sniffImageType(bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))).toBe('image/png');
    expect(sniffImageType(bytes('GIF87a'))).toBe('image/gif');
    expect(sniffImageType(bytes('GIF89a\x01\0'))).toBe('image/gif');
    expect(sniffImageType(fixture('lossy'))).toBe('image/webp');
    expect(sniffImageType(fileTypeBox('avif', 'avif', 'mif1'))).toBe('image/avif');
  });

  it('knows AVIF by a compatible brand, and AVIF sequences', () => {
    expect(sniffImageType(fileTypeBox('mif1', 'mif1', 'avif', 'miaf'))).toBe('image/avif');
    expect(sniffImageType(fileTypeBox('avis', 'msf1'))).toBe('image/avif');
  });

  it('takes no other ISO-BMFF file for AVIF', () => {
    expect(sniffImageType(fileTypeBox('heic', 'mif1', 'heic'))).toBeNull();
    expect(sniffImageType(fileTypeBox('isom', 'mp42'))).toBeNull();
    const brandAsVersion = bytes('\0\0\0\x14ftypisomavifmp42');
    expect(sniffImageType(brandAsVersion)).toBeNull();
  });

  it('returns null for fewer bytes than a signature', () => {
    const heads = ['\xff\xd8', '\x89PNG\r\n\x1a', 'GIF89', 'RIFF\0\0\0\0WEB', '\0\0\0\x20ftypavif'];
    for (const head of heads) expect(sniffImageType(bytes(head)), head).toBeNull();
    expect(sniffImageType(new Uint8Array())).toBeNull();
  });

  it('returns null for other files', () => {
    for (const head of ['<svg xmlns="…">', 'BM\x36\0', 'II*\0', '%PDF-1.7', 'RIFF\0\0\0\0WAVE']) {
      expect(sniffImageType(bytes(head)), head).toBeNull();
    }
  });
});
