import { beforeAll, describe, expect, it } from 'vitest';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { cookieCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { drawSource } from '../support/draw.ts';
import { insertPerson, PASSWORD } from './support/insert-person.ts';
import { retryWhileBusy } from './support/retry-while-busy.ts';
import { runCommand } from './support/server.ts';
import { useSharedServer } from './support/use-shared-server.ts';

const server = useSharedServer();
let link: string;

beforeAll(async () => {
  const api = new TintypeApi(server.baseUrl, cookieCredentials());
  const username = insertPerson(server, { username: 'conformance' });
  await retryWhileBusy(() => api.login({ username, password: PASSWORD }));
  const codecs = createNodeCodecs();
  const source = await drawSource(codecs, 1, { width: 900, height: 600 });
  const options = { api, codecs, filename: 'photograph.webp', visibility: 'public' } as const;
  const image = await retryWhileBusy(() => uploadImage(source, options));
  link = `/i/${image.asset_link}.webp`;
});

const hold = (...options: string[]) =>
  runCommand('conformance', ['--url', server.baseUrl, ...options]);

describe('npm run conformance', () => {
  it('passes every case for a link of a running server', async () => {
    const { exitCode, output } = await hold('--link', link);
    expect(output).not.toContain('✗');
    expect(output).toMatch(/\n\d{3} passed, 0 failed, 0 skipped\n/u);
    expect(exitCode).toBe(0);
  });

  it('fails for another link, by name and as JSON, and skips Tintype’s own promises', async () => {
    const { exitCode, output } = await hold('--link', '/health', '--generic', '--json');
    const report = JSON.parse(output) as {
      failed: number;
      skipped: number;
      cases: { name: string; scope: string; outcome: string; reason: string | null }[];
    };
    const outcomeOf = (name: string) => report.cases.find((one) => one.name === name)?.outcome;
    expect(exitCode).toBe(1);
    expect(outcomeOf('has the content type of an image')).toBe('failed');
    expect(outcomeOf('may be embedded by other sites')).toBe('skipped');
    const ran = report.cases.filter(({ outcome }) => outcome !== 'skipped');
    expect(ran.length).toBeGreaterThanOrEqual(60);
    expect(ran.every(({ scope }) => scope === 'http')).toBe(true);
    expect(ran.filter(({ reason }) => reason !== null)).toHaveLength(report.failed);
  });

  it('says in one sentence that a link is missing', async () => {
    const { exitCode, output } = await hold('--link', '/i/000000000000.webp');
    expect({ exitCode, output }).toEqual({
      exitCode: 1,
      output: `${server.baseUrl}/i/000000000000.webp cannot be tested: it answers 404 and should be a public image\n`,
    });
  });
});

describe('npm run conformance -- --clients', () => {
  it('compares what other programs get', async () => {
    const bare = link.replace('.webp', '');
    const names = 'curl,Node fetch';
    const { exitCode, output } = await hold('--clients', names, '--link', bare, '--json');
    const { failed, clients } = JSON.parse(output) as {
      failed: number;
      clients: { client: string; failures: unknown[] | null }[];
    };
    expect([exitCode, failed]).toEqual([0, 0]);
    expect(clients).toContainEqual({ client: 'Node fetch', failures: [] });
  });

  it('fails for a link without an image, and for an unknown client', async () => {
    const lost = await hold('--clients', 'Node fetch', '--link', '/i/000000000000.webp');
    expect([lost.exitCode, lost.output]).toEqual([
      1,
      `${server.baseUrl}/i/000000000000.webp answers 404\n`,
    ]);
    const unknown = await hold('--clients', 'Mosaic', '--link', link);
    expect([unknown.exitCode, unknown.output]).toEqual([1, 'No client is named Mosaic\n']);
  });
});
