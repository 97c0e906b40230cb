import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import entry from '../../../src/worker/index.ts';

/** Asks a Worker with other settings, and returns its answer and the lines of its log. */
const ask = async (settings: object, path: string) => {
  const spy = vi.spyOn(console, 'error').mockReturnValue();
  const request = new Request(`https://tintype.test${path}`);
  const changed = Object.assign({ ...env }, settings);
  const answer = await entry.fetch(
    request as Parameters<typeof entry.fetch>[0],
    changed,
    createExecutionContext(),
  );
  return { answer, lines: spy.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown) };
};

describe('a Worker that is not configured', () => {
  it.each(['/', '/ready', '/api/v1/images', '/i/abc.webp'])(
    'answers %s with 503, and its log names the secret that is missing',
    async (path) => {
      const { answer, lines } = await ask({ KEY_RING: undefined }, path);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('10');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(await answer.json()).toEqual({
        code: 1000,
        message: 'The service is not configured',
        request_id: answer.headers.get('X-Request-Id'),
      });
      const reason = 'not_configured: Configuration refused. KEY_RING: is missing';
      expect(lines).toEqual([expect.objectContaining({ event: 'request_failed', path, reason })]);
    },
  );

  it.each([
    ['KEY_RING', 'k1:short'],
    ['COUNTER_SHARDS', 'many'],
  ])('says in its log that %s is wrong, without the value', async (name, value) => {
    const { answer, lines } = await ask({ [name]: value }, '/ready');
    expect(answer.status).toBe(503);
    expect(lines).toEqual([
      expect.objectContaining({ reason: expect.stringContaining(`${name}: `) as unknown }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(value);
  });
});
