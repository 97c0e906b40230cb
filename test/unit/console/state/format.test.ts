import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadModules } from '../support/load-modules.ts';

interface Formats {
  startLanguage(): Promise<void>;
  formatBytes(bytes: number): string;
  formatTime(moment: string): string;
  formatRelative(moment: number, now: number): string;
}

const MIB = 1024 ** 2;
const MOMENT = '2026-11-23T09:51:00';

/** The formats of a browser with these languages. */
const load = async (...languages: string[]): Promise<Formats> => {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  const formats = await loadModules<Formats>(
    'text/language.ts',
    'state/format.ts',
    'state/format-relative.ts',
  );
  await formats.startLanguage();
  return formats;
};

afterEach(() => vi.unstubAllGlobals());

describe('a number of bytes', () => {
  let formats: Formats;
  beforeAll(async () => {
    formats = await load('en-US');
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1023, '1 kB'],
    [1536, '1.5 kB'],
    [999 * MIB, '999 MB'],
    [1014 * MIB, '0.99 GB'],
    [1024 * MIB - 1, '1 GB'],
    [1024 * MIB, '1 GB'],
    [15 * 1024 * MIB, '15 GB'],
  ])('of %d is never a thousand of a unit: %s', (bytes, said) => {
    expect(formats.formatBytes(bytes)).toBe(said);
  });
});

describe('dates and numbers', () => {
  it('are written as in the region of the browser', async () => {
    const british = await load('en-GB', 'en');
    expect(british.formatTime(MOMENT)).toBe('23 Nov 2026, 09:51');
    const american = await load('en-US', 'en-GB');
    expect(american.formatTime(MOMENT)).toMatch(/^Nov 23, 2026, 9:51\sAM$/u);
    expect((await load('de-AT')).formatTime('2026-01-02T09:51:00')).toContain('02.01.2026');
  });

  it('are written in the shown language and script, whatever tags the browser has', async () => {
    const traditional = await load('zh-TW', 'zh-HK');
    expect(traditional.formatRelative(0, 3 * 3_600_000)).toBe('3小时前');
    const broken = await load('en-US@posix');
    expect(broken.formatTime(MOMENT)).toContain('Nov 23, 2026');
  });
});
