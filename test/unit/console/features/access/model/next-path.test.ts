import { describe, expect, it, vi } from 'vitest';
import {
  readNext,
  withNext,
} from '../../../../../../src/console/features/access/model/next-path.ts';

describe('where a sign-in goes on', () => {
  it('goes on to pages of the console', () => {
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

  it('goes on to an address that cannot be decoded, as one that can', () => {
    expect(readNext('/images/100%?from=x')).toBe('/images/100%25?from=x');
  });

  it('needs nothing of URL that browsers of 2023 do not have', () => {
    vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function');
    });
    expect(readNext('/gallery')).toBe('/gallery');
    expect(readNext('//[/gallery')).toBeNull();
  });

  it('goes nowhere else', () => {
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
      // These would lead back here.
      '/',
      '/sign-in?next=/gallery',
      '/register',
    ];
    for (const next of others) expect(readNext(next)).toBeNull();
  });

  it('hands the way on to the other way in', () => {
    expect(withNext('/register', '/images/1?a=b')).toBe('/register?next=%2Fimages%2F1%3Fa%3Db');
    expect(withNext('/register', null)).toBe('/register');
  });
});
