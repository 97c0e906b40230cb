import { afterEach, describe, expect, it, vi } from 'vitest';
import { normalizeUrl, readAccount } from '../../../../src/client/node/command/account-file.ts';
import { readLink, urlOf } from '../../../../src/client/node/command/image-address.ts';
import { showProgress } from '../../../../src/client/node/command/show-progress.ts';

const SERVER = 'https://img.example.org';

afterEach(() => vi.unstubAllEnvs());

describe('an address of an image', () => {
  it.each([
    ['/i/aB3dE6gH9jK2.webp', 'aB3dE6gH9jK2'],
    ['/i/aB3dE6gH9jK2S.webp?token=x', 'aB3dE6gH9jK2S'],
    ['/i/aB3dE6gH9jK2/gallery.webp', 'aB3dE6gH9jK2'],
    ['/i/aB3dE6gH9jK2', 'aB3dE6gH9jK2'],
    ['/i/', null],
    ['/images/7', null],
  ])('%s has the link %j', (path, link) => {
    expect(readLink(SERVER, SERVER + path)).toBe(link);
  });

  it('of another server, or of none, has no link', () => {
    expect(readLink(SERVER, 'https://other.example.org/i/aB3dE6gH9jK2.webp')).toBeNull();
    expect(readLink(SERVER, '/i/aB3dE6gH9jK2.webp')).toBeNull();
  });

  it('depends on the pipeline, and is null until the image is published', () => {
    const image = {
      id: 1,
      unique_link: 'u',
      asset_link: 'a',
      title: '',
      filename: '',
      visibility: 'public',
      processing_status: 'completed',
      created_at: '',
    } as const;
    expect(urlOf(SERVER, image)).toBe(`${SERVER}/i/a.webp`);
    expect(urlOf(SERVER, { ...image, asset_link: null })).toBe(`${SERVER}/i/u`);
    expect(urlOf(SERVER, { ...image, processing_status: 'failed' })).toBeNull();
  });
});

describe('the server of the command', () => {
  it('is an origin, whatever else of an address is given', () => {
    expect(normalizeUrl('https://img.example.org/gallery?a#b')).toBe(SERVER);
    for (const text of ['img.example.org', 'ftp://img.example.org', '']) {
      expect(() => normalizeUrl(text)).toThrow('is no address');
    }
  });

  it('comes with its key from the environment, if both are there', () => {
    vi.stubEnv('XDG_CONFIG_HOME', '/nowhere');
    vi.stubEnv('TINTYPE_URL', `${SERVER}/`);
    expect(() => readAccount()).toThrow('tintype login URL');
    vi.stubEnv('TINTYPE_KEY', 'tint_1');
    expect(readAccount()).toEqual({ url: SERVER, key: 'tint_1', visibility: 'public' });
  });
});

describe('the progress of the command', () => {
  const show = (isTTY: boolean): string => {
    const terminal = { isTTY, text: '', write: (text: string) => (terminal.text += text) };
    const progress = showProgress(2, terminal as never);
    progress.set(0, 1);
    progress.end();
    return terminal.text;
  };

  it('is a line that ends empty in a terminal, and nothing elsewhere', () => {
    expect(show(true)).toBe('\r\u001B[K1/2  50 %\r\u001B[K');
    expect(show(false)).toBe('');
  });
});
