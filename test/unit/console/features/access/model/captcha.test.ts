import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

const { openWidget } = vi.hoisted(() => ({ openWidget: vi.fn<() => void>() }));
vi.mock('../../../../../../src/console/features/access/captcha/vendors.ts', () => ({ openWidget }));

const MODULE = join(
  import.meta.dirname,
  '../../../../../../src/console/features/access/captcha/captcha.ts',
);

it('the frame of a captcha has the language of its page', async () => {
  const root = { lang: 'en' };
  vi.stubGlobal('document', {
    getElementById: () => ({}),
    body: { dataset: { provider: 'provider_a' } },
    documentElement: root,
  });
  vi.stubGlobal('location', { search: '?action=login&language=de', origin: 'http://localhost' });
  vi.stubGlobal('parent', {});
  vi.stubGlobal('window', globalThis);
  // By path, since tests lack the types of browsers.
  await import(MODULE);
  expect(openWidget).toHaveBeenCalledExactlyOnceWith(
    'provider_a',
    expect.objectContaining({ language: 'de' }),
  );
  expect(root.lang).toBe('de');
});
