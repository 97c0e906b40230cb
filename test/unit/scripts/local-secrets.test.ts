import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureLocalSecrets, readLocalSecrets } from '../../../scripts/support/local-secrets.ts';

let folder: string;
const read = (): string => readFileSync(join(folder, '.dev.vars'), 'utf8');
const write = (text: string): void => writeFileSync(join(folder, '.dev.vars'), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tintype-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the local secrets', () => {
  it('are generated once, readable only by their owner', () => {
    expect(ensureLocalSecrets(folder)).toBe(true);
    const first = read();
    expect(first).toMatch(/^KEY_RING="k1:[\w-]{43}"\n$/u);
    expect(statSync(join(folder, '.dev.vars')).mode & 0o777).toBe(0o600);
    expect(ensureLocalSecrets(folder)).toBe(false);
    expect(read()).toBe(first);
    expect(readdirSync(folder)).toEqual(['.dev.vars']);
  });

  it('are added to existing entries', () => {
    write('METRICS_TOKEN=abc');
    expect(ensureLocalSecrets(folder)).toBe(true);
    expect(read()).toMatch(/^METRICS_TOKEN=abc\nKEY_RING="k1:[\w-]{43}"\n$/u);
  });

  it('are read like wrangler reads them', () => {
    const key = 'A'.repeat(43);
    write(`
      CAPTCHA_A_SECRET=${' '}
      export METRICS_TOKEN='it\\'s' # quoted
      LOGIN_FAILURES_PER_IP: 7
      PUBLIC_BASE_URL=https://images.example#here
      PURGE_WEBHOOK_SECRET="two
lines"
      KEY_RING="k1:${key}" # made by hand`);
    const text = read();
    expect(readLocalSecrets(folder)).toEqual({
      CAPTCHA_A_SECRET: '',
      METRICS_TOKEN: "it\\'s",
      LOGIN_FAILURES_PER_IP: '7',
      PUBLIC_BASE_URL: 'https://images.example',
      PURGE_WEBHOOK_SECRET: 'two\nlines',
      KEY_RING: `k1:${key}`,
    });
    expect(ensureLocalSecrets(folder)).toBe(false);
    expect(read()).toBe(text);
  });

  it.each(['KEY_RING=short', 'KEY_RING="k1:AAAA"', 'KEY_RING='])(
    'are refused and left unchanged when stored as %s',
    (text) => {
      write(text);
      expect(() => ensureLocalSecrets(folder)).toThrow(/^\.dev\.vars cannot be used\. KEY_RING: /u);
      expect(read()).toBe(text);
    },
  );
});
