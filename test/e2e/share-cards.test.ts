import { extract } from '@extractus/oembed-extractor';
import openGraphScraper from 'open-graph-scraper';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyCredentials, TintypeApi, uploadImage } from '../../src/client/index.ts';
import { createNodeCodecs } from '../../src/client/node/node-codecs.ts';
import { drawSource } from '../support/draw.ts';
import { signIn } from './support/sign-in.ts';
import { useSharedServer } from './support/use-shared-server.ts';

// Share pages as chats and feeds fetch them, read by the parsers that people use for it.

/** From each one's source or documentation. Slack asks for the first 32 KiB alone. */
const FETCHERS = {
  Mastodon: {
    'User-Agent': 'Mastodon/4.5.2 (http.rb/5.3.1; +https://social.example/)',
    Accept: 'text/html',
  },
  Discord: {
    'User-Agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    Accept: '*/*',
  },
  Slack: {
    'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    Accept: '*/*',
    Range: 'bytes=0-32768',
  },
  WhatsApp: { 'User-Agent': 'WhatsApp/2.23.20.0', 'Accept-Language': 'de' },
} as const;

const SIZE = { width: 1600, height: 900 };
const TITLE = 'Boats & "nets" <b>';
const ALT_TEXT = 'Boats in the evening’s sun';
const DESCRIPTION = 'From the pier.\nThe last light.';

const server = useSharedServer();
const codecs = createNodeCodecs();
let page: string;
let image: string;

beforeAll(async () => {
  const bearer = await signIn(server);
  // A session's token travels as a key does.
  const api = new TintypeApi(server.baseUrl, keyCredentials(bearer));
  const file = await drawSource(codecs, 7, SIZE);
  const options = { api, codecs, filename: 'boats.webp', visibility: 'public' } as const;
  const { image_id: id, asset_link: link } = await uploadImage(file, options);
  page = `${server.baseUrl}/p/${link}`;
  image = `${server.baseUrl}/i/${link}.webp`;
  const edited = await fetch(`${server.baseUrl}/api/v1/images/${String(id)}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: TITLE, alt_text: ALT_TEXT, description: DESCRIPTION }),
  });
  expect(edited.status).toBe(200);
});

describe.each(Object.entries(FETCHERS))('a share page fetched by %s', (_, headers) => {
  it('is HTML whose Open Graph data a parser reads without a finding', async () => {
    const head = await fetch(page, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('Content-Type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const answer = await fetch(page, { headers });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(Buffer.byteLength(html)).toBeLessThan(32_768);
    const { error, result } = await openGraphScraper({ html });
    expect(error).toBe(false);
    expect(result).toMatchObject({
      success: true,
      ogType: 'website',
      ogSiteName: 'Tintype',
      ogUrl: page,
      ogTitle: TITLE,
      ogDescription: 'From the pier. The last light.',
      ogImage: [{ url: image, type: 'image/webp', width: '1600', height: '900', alt: ALT_TEXT }],
      twitterCard: 'summary_large_image',
    });
    const picture = await fetch(image, { headers: { 'User-Agent': headers['User-Agent'] } });
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
  });

  it('leads a parser to its oEmbed photo', async () => {
    const fetcher = (url: string) => fetch(url, { headers });
    const embedded = await extract(page, {}, fetcher);
    expect(embedded).toMatchObject({
      version: '1.0',
      type: 'photo',
      title: TITLE,
      url: image,
      ...SIZE,
      thumbnail_width: 400,
      thumbnail_height: 400,
    });
    expect(embedded).not.toHaveProperty('author_name');
    const small = await extract(page, { maxwidth: 320, maxheight: 1000 }, fetcher);
    expect(small).toMatchObject({ url: image, width: 320, height: 180 });
    expect(small).not.toHaveProperty('thumbnail_url');
  });
});

describe('oEmbed', () => {
  const ask = (query: string) => fetch(`${server.baseUrl}/oembed?${query}`);

  it('is JSON alone: other formats are 501', async () => {
    const url = `url=${encodeURIComponent(page)}`;
    expect((await ask(`${url}&format=xml`)).status).toBe(501);
    expect((await ask(`${url}&format=json`)).status).toBe(200);
    expect((await ask(url)).headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  it('knows pages of this host alone, and says what is wrong with a request', async () => {
    const foreign = page.replace(server.baseUrl, 'https://elsewhere.example');
    for (const [query, status] of [
      [`url=${encodeURIComponent(foreign)}`, 404],
      [`url=${encodeURIComponent(image)}`, 404],
      ['url=words', 404],
      ['', 400],
      [`url=${encodeURIComponent(page)}&maxwidth=0`, 400],
    ] as const) {
      expect([query, (await ask(query)).status]).toEqual([query, status]);
    }
  });
});
