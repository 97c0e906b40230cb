import { describe, expect, it } from 'vitest';
import { readSites } from '../../../../../../src/console/features/account/model/site-list.ts';

describe('a list of sites', () => {
  it('has a host a line, in its ASCII form, once each', () => {
    expect(readSites(' Example.org \n\nblog.example.com\nexample.org\nbücher.example')).toEqual({
      sites: ['example.org', 'blog.example.com', 'xn--bcher-kva.example'],
    });
    expect(readSites(' \n ')).toEqual({ sites: [] });
  });

  it('takes the host of a pasted address', () => {
    expect(readSites('https://example.org/forum?id=1 HTTP://b.example#x')).toEqual({
      sites: ['example.org', 'b.example'],
    });
  });

  it.each(['*.example.org', 'example.org:8080', 'user@example.org', 'a,b', '/'])(
    'names what is no host: %s',
    (text) => {
      expect(readSites(`example.com\n${text}`)).toEqual({ wrong: text });
    },
  );

  it('is refused with more than 50 hosts, or 2,000 characters', () => {
    const list = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => `${name}${String(index)}.example`).join('\n');
    expect(readSites(list(50, 'a'))).toMatchObject({ sites: { length: 50 } });
    expect(readSites(list(51, 'a'))).toEqual({ wrong: '' });
    expect(readSites(list(50, 'a'.repeat(40)))).toEqual({ wrong: '' });
  });
});
