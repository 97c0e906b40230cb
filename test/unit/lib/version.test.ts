import { describe, expect, it } from 'vitest';
import { isOlder, parseVersion, type Version } from '../../../src/lib/version.ts';

const read = (text: string): Version => {
  const version = parseVersion(text);
  if (version === null) throw new Error(`${text} is no version`);
  return version;
};

describe('a semantic version', () => {
  it.each([
    // Section 11 of its specification.
    ['1.0.0', '2.0.0', '2.1.0', '2.1.1'],
    ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
    ['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0'],
    ['0.9.9', '0.10.0', 'v0.10.1+build.7', '9007199254740991.0.0'],
    ['1.0.0-9007199254740992', '1.0.0-9007199254740993', '1.0.0-a'],
  ])('is older than each after it: %s, %s, %s …', (...texts) => {
    const versions = texts.map(read);
    for (const [at, a] of versions.entries()) {
      for (const [place, b] of versions.entries()) expect(isOlder(a, b)).toBe(at < place);
    }
  });

  it('has no rank by its build', () => {
    expect(isOlder(read('1.0.0+1'), read('1.0.0+2'))).toBe(false);
    expect(isOlder(read('1.0.0+2'), read('1.0.0+1'))).toBe(false);
  });

  it.each([
    '',
    '1.2',
    '1.2.3.4',
    '01.2.3',
    '1.2.3-01',
    '1.2.3-',
    '1.2.3+',
    '=1.2.3',
    '1.2.x',
    ' 1.2.3',
    '9007199254740992.0.0',
    `1.0.0-${'a'.repeat(251)}`,
  ])('is not %j', (text) => {
    expect(parseVersion(text)).toBeNull();
  });
});
