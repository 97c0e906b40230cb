import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../src/worker/domain/settings/read-settings.ts';
import { writeSettings } from '../../../../src/worker/domain/settings/write-settings.ts';
import { toBase64 } from '../../../../src/shared/bytes.ts';
import { captchaVars } from '../../../support/captcha.ts';
import { WEBP } from '../../../support/fixtures.ts';
import { createTestWorker } from '../../../support/worker.ts';

const KEYS = ['site_language', 'watermark_text'] as const;
/** Author of changes whose audit entries no test reads, since one test reads those of another author. */
const ACTOR_ID = 8;

describe('setting configuration entries', () => {
  it('applies them immediately and records their author', async () => {
    const { services, env } = createTestWorker();
    await writeSettings(services, 7, [{ key: 'watermark_text', value: 'one' }]);
    await writeSettings(services, 7, [
      { key: 'watermark_text', value: 'two' },
      { key: 'site_language', value: 'pt-BR' },
    ]);
    expect(await readSettings(services, KEYS)).toEqual({
      watermark_text: 'two',
      site_language: 'pt-BR',
    });
    // The watermark's image is too large for the audit log.
    await writeSettings(services, 7, [{ key: 'watermark_image', value: toBase64(WEBP.lossy) }]);
    const audit = await env.DB.prepare(
      'SELECT actor_id, subject, detail FROM audit_log WHERE actor_id = 7 ORDER BY id',
    ).all();
    expect(audit.results).toEqual(
      [
        ['watermark_text', '{"from":null,"to":"one"}'],
        ['watermark_text', '{"from":"one","to":"two"}'],
        ['site_language', '{"from":null,"to":"pt-BR"}'],
        ['watermark_image', '{}'],
      ].map(([key, detail]) => ({ actor_id: 7, subject: `setting:${key}`, detail })),
    );
  });

  it.each([
    { key: 'site_language', value: 'not a tag' },
    { key: 'unheard_of', value: '' },
    { key: 'captcha_provider', value: 'provider_a' },
  ])('writes none of them when one is wrong: $key', async (wrong) => {
    const { services } = createTestWorker();
    const before = await readSettings(services, KEYS);
    const written = writeSettings(services, ACTOR_ID, [
      { key: 'watermark_text', value: 'x' },
      wrong,
    ]);
    await expect(written).rejects.toMatchObject({
      reason: 'invalid_parameter',
      message: expect.stringContaining(wrong.key),
    });
    expect(await readSettings(services, KEYS)).toEqual(before);
  });

  it.each([
    ['provider_a', { CAPTCHA_A_SECRET: '' }, 'CAPTCHA_A_SECRET'],
    ['provider_b', { CAPTCHA_B_SITE_KEY: '' }, 'CAPTCHA_B_SITE_KEY'],
    ['provider_c', { CROSS_ORIGIN_ISOLATION: 'true' }, 'CROSS_ORIGIN_ISOLATION'],
  ])('accepts the captcha %s only where the deployment has its keys', async (value, vars, name) => {
    const entries = [{ key: 'captcha_provider', value }];
    const whole = captchaVars('https://captcha.test');
    const lacking = createTestWorker({ vars: { ...whole, ...vars } });
    await expect(writeSettings(lacking.services, ACTOR_ID, entries)).rejects.toMatchObject({
      reason: 'invalid_parameter',
      message: expect.stringContaining(name),
    });
    const { services } = createTestWorker({ vars: whole });
    await writeSettings(services, ACTOR_ID, entries);
    expect(await readSettings(services, ['captcha_provider'])).toEqual({
      captcha_provider: value,
    });
  });
});
