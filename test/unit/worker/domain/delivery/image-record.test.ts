import { describe, expect, it } from 'vitest';
import { toImageRecord } from '../../../../../src/worker/domain/delivery/image-record.ts';

const IMAGE = {
  id: 7,
  userId: 1,
  visibility: 'public',
  pipelineVersion: 2,
  filename: 'photo.jpg',
  allowedSites: null,
  tokens: [],
  variant: { objectKey: 'k', mimeType: 'image/webp', size: 3, sha256: 'ab', createdAt: 5 },
} as const;

const dispositionOf = (filename: string): string =>
  toImageRecord({ ...IMAGE, filename }, 0).disposition;

describe('the file name of a sent image', () => {
  it.each([
    ['photo.jpg', 'inline; filename=photo.webp'],
    ['photo', 'inline; filename=photo.webp'],
    ['a.b.png', 'inline; filename=a.b.webp'],
    ['two words.png', 'inline; filename="two words.webp"'],
    ['quo"te.png', 'inline; filename="quo\\"te.webp"'],
    ['café.png', `inline; filename="caf?.webp"; filename*=UTF-8''caf%C3%A9.webp`],
  ])('has the extension of its type: %s', (filename, disposition) => {
    expect(dispositionOf(filename)).toBe(disposition);
  });

  it.each([
    ['holiday/2026/photo.jpg', 'photo.webp'],
    ['/etc/passwd', 'passwd.webp'],
    ['../../photo.jpg', 'photo.webp'],
    ['C:\\Users\\Ada\\photo.jpg', 'photo.webp'],
    ['C:\\mixed/ways\\to/photo.jpg', 'photo.webp'],
    ['a.b/photo', 'photo.webp'],
    ['folder/', 'folder.webp'],
    ['folder\\', 'folder.webp'],
    ['//', '.webp'],
  ])('is the base name, without path parts: %j', (filename, name) => {
    expect(dispositionOf(filename)).toBe(`inline; filename=${name}`);
  });

  it.each(['a\r\nSet-Cookie: b=c.png', 'a\u0000b.png', '\uD800.png', '猫\u202Egnp.exe'])(
    'is safe in a header (case %#)',
    (filename) => {
      // RFC 9110, 5.5: visible US-ASCII, spaces and tabs.
      expect(dispositionOf(filename)).toMatch(/^inline; [\u0020-\u007E]+$/u);
      expect(() => new Headers({ 'Content-Disposition': dispositionOf(filename) })).not.toThrow();
    },
  );
});
