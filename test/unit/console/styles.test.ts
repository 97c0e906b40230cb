import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const CONSOLE = join(import.meta.dirname, '../../../src/console');
/** Follows the columns of the gallery, which are as wide as their pixels. */
const IN_PIXELS = ['(width < 632px)'];

const read = (path: string): string => readFileSync(join(CONSOLE, path), 'utf8');
const styles = globSync('**/*.css', { cwd: CONSOLE }).map(read).join('\n');

describe('the styles of the console', () => {
  it('follow the reader’s size of text, and so do the widths at which layouts change', () => {
    expect(/html \{[^}]*?\sfont: (\S+)\//u.exec(styles)?.[1]).toBe('100%');
    const conditions = styles.match(/\(width [^)]+\)/gu) ?? [];
    expect(conditions.length).toBeGreaterThan(10);
    expect(conditions.filter((condition) => condition.includes('px'))).toEqual(IN_PIXELS);
  });
});
