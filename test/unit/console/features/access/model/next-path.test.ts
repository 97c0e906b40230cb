import { describe, expect, it, vi } from 'vitest';
import { withNext } from '../../../../../../src/console/features/access/model/next-path.ts';
import { readNext } from '../../../../../../src/console/features/access/model/read-next.ts';

describe('the target of a sign-in', () => {
  it('is a page of the console', () => {
    for (const next of [
      '/gallery',
      '/images/12',
      '/account/devices',
      '/upload?shared',
      '/gallery#x',
    ]) {
      expect(readNext(next)).toBe(next);
    }
  });

  it('may be a path that cannot be decoded', () => {
    expect(readNext('/images/100%?from=x')).toBe('/images/100%25?from=x');
  });

  it('is read without URL methods that browsers of 2023 lack', () => {
    vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function');
    });
    expect(readNext('/gallery')).toBe('/gallery');
    expect(readNext('//[/gallery')).toBeNull();
  });

  it('is never another site', () => {
    const others = [
      undefined,
      '',
      'gallery',
      'https://evil.example/gallery',
      '//evil.example/gallery',
      '/\\evil.example/gallery',
      '/\t/evil.example/gallery',
      'javascript:alert(1)',
      '/api/v1/auth/logout',
      '/i/abc.webp',
      '/nowhere',
      // These would lead back to the sign-in.
      '/',
      '/sign-in?next=/gallery',
      '/register',
    ];
    for (const next of others) expect(readNext(next)).toBeNull();
  });

  it('is kept between sign-in and registration', () => {
    expect(withNext('/register', '/images/1?a=b')).toBe('/register?next=%2Fimages%2F1%3Fa%3Db');
    expect(withNext('/register', null)).toBe('/register');
  });
});
