import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CONSOLE = join(import.meta.dirname, '../../../src/console');
const read = (path: string): string => readFileSync(join(CONSOLE, path), 'utf8');
const styles = globSync('**/*.css', { cwd: CONSOLE }).map(read).join('\n');

/** The colour of a token in both themes, as linear light (WCAG 2.2, relative luminance). */
const readLuminances = (token: string): number[] => {
  const [, ...colours] =
    new RegExp(`--${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`, 'u').exec(styles) ?? [];
  return colours.map((colour) => {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
      const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
};

const contrastsOf = (text: string, ground: string): number[] => {
  const grounds = readLuminances(ground);
  return readLuminances(text).map((light, theme) => {
    const [low = 0, high = 0] = [light, grounds[theme] ?? 0].toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
};

describe('the styles of the console', () => {
  it('follow the reader’s size of text, and so do the widths at which layouts change', () => {
    expect(/html \{[^}]*?\sfont: (\S+)\//u.exec(styles)?.[1]).toBe('100%');
    const conditions = styles.match(/\(width [^)]+\)/gu) ?? [];
    expect(conditions.length).toBeGreaterThan(10);
    expect(conditions.filter((condition) => condition.includes('px'))).toEqual([]);
  });

  it('give placeholders at least 4.5:1 on every ground of a field, in both themes', () => {
    const token = /::placeholder \{\s*color: var\(--([\w-]+)\);\s*opacity: 1;/u.exec(styles)?.[1];
    const grounds = ['surface-raised', 'surface', 'paper'];
    const contrasts = grounds.flatMap((ground) => contrastsOf(token ?? '', ground));
    expect(contrasts).toHaveLength(2 * grounds.length);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  });
});
