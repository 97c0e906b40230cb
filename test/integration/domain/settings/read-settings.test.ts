import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../src/worker/domain/settings/read-settings.ts';
import { storeSettings } from '../../../support/publication.ts';
import { createTestWorker } from '../../../support/worker.ts';

describe('settings', () => {
  it('are the stored values, and the deployment’s defaults otherwise', async () => {
    const worker = createTestWorker({ vars: { SITE_LANGUAGE: 'fr-FR' } });
    const keys = ['site_language', 'captcha_provider', 'watermark_opacity'] as const;
    expect(await readSettings(worker.services, keys)).toEqual({
      site_language: 'fr-FR',
      captcha_provider: 'none',
      watermark_opacity: 0.5,
    });
    await storeSettings(worker, { captcha_provider: 'provider_b', site_language: 'it' });
    expect(await readSettings(worker.services, keys)).toMatchObject({
      site_language: 'it',
      captcha_provider: 'provider_b',
    });
  });

  it('fall back to the default when a stored text is no longer allowed', async () => {
    const worker = createTestWorker();
    await storeSettings(worker, { watermark_opacity: '7' });
    expect(await readSettings(worker.services, ['watermark_opacity'])).toEqual({
      watermark_opacity: 0.5,
    });
  });
});
