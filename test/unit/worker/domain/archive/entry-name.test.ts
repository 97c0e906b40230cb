import { describe, expect, it } from 'vitest';
import { nameEntry } from '../../../../../src/worker/domain/archive/entry-name.ts';

const name = (filename: string, id = 7, mimeType = 'image/webp') =>
  nameEntry(id, filename, mimeType);

describe('the name of an image in an archive', () => {
  it("has the id, the person's name, and the stored file's extension", () => {
    expect(name('Sunset at the lake.JPEG')).toBe('images/7-Sunset at the lake.webp');
    expect(name('scan.tif', 8, 'image/png')).toBe('images/8-scan.png');
    expect(name('no extension')).toBe('images/7-no extension.webp');
    expect(name('archive.tar.gz', 7, 'image/unheard-of')).toBe('images/7-archive.tar.bin');
  });

  it.each([
    ['../../etc/passwd', 'images/7-.._.._etc_passwd.webp'],
    ['..', 'images/7.webp'],
    ['.', 'images/7.webp'],
    ['.htaccess', 'images/7-.htaccess.webp'],
    ['/etc/passwd.jpg', 'images/7-_etc_passwd.webp'],
    ['C:\\Windows\\system.ini', 'images/7-C_Windows_system.webp'],
    ['CON', 'images/7-CON.webp'],
    ['NUL.txt.jpg', 'images/7-NUL.txt.webp'],
    ['a\u0000b\nc\u202Egpj.exe', 'images/7-a_b_c_gpj.webp'],
    ['what? "why" <b>|*', 'images/7-what_ _why_ _b_.webp'],
    ['ends in dots. . .jpg', 'images/7-ends in dots.webp'],
    ['', 'images/7.webp'],
    ['\uD800.jpg', 'images/7-\uFFFD.webp'],
  ])('from %j has no path and is no reserved name', (filename, expected) => {
    expect(name(filename)).toBe(expected);
  });

  it('is the same for the composed and the decomposed form of a name', () => {
    expect(name('cafe\u0301.jpg')).toBe(name('caf\u00E9.jpg'));
  });

  it('fits a file system for any length, without cutting a character', () => {
    for (const filename of ['x'.repeat(255), 'é'.repeat(255), '😀'.repeat(255)]) {
      const last = name(filename, 9_007_199_254_740_991).slice('images/'.length);
      expect(new TextEncoder().encode(last).byteLength).toBeLessThanOrEqual(220);
      expect(last.isWellFormed()).toBe(true);
    }
  });

  it('differs for different images of the same name', () => {
    expect(name('a.jpg', 1)).not.toBe(name('a.jpg', 11));
    expect(name('1-a.jpg', 1)).not.toBe(name('a.jpg', 11));
  });
});
