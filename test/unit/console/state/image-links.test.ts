import { describe, expect, it } from 'vitest';
import { embedsOf } from '../../../../src/console/state/image-embeds.ts';
import { linksOf, withToken, type LinkedImage } from '../../../../src/console/state/image-links.ts';
import type { EmbedChoice } from '../../../../src/shared/embeds.ts';
import {
  previewOf,
  previewsOf,
  type PreviewedImage,
} from '../../../../src/console/state/preview-of.ts';
import { variantLinksOf } from '../../../../src/console/state/variant-links.ts';
import { parseLink, parsePageLink } from '../../../../src/worker/domain/links/parse-link.ts';

const ORIGIN = 'https://pictures.example';
const IMAGE: LinkedImage & PreviewedImage = {
  id: 7,
  unique_link: 'aB3dE6gH9jK2',
  asset_link: 'aB3dE6gH9jK2',
  pipeline_version: 2,
  processing_status: 'completed',
  title: 'Harbour',
  filename: 'IMG_1.jpg',
  visibility: 'public',
  width: 300,
  height: 200,
};
const LEGACY: LinkedImage & PreviewedImage = { ...IMAGE, asset_link: null, pipeline_version: 1 };

const formsOf = (image: LinkedImage, choice?: EmbedChoice) => {
  const links = linksOf(image, ORIGIN);
  if (links === null) throw new Error('It has no links');
  return embedsOf(image, links, choice);
};

describe('the links of an image', () => {
  it('include a URL, Markdown, HTML and BBCode', () => {
    const url = `${ORIGIN}/i/aB3dE6gH9jK2.webp`;
    const layout = 'width="300" height="200" loading="lazy" decoding="async"';
    expect(linksOf(IMAGE, ORIGIN)?.url).toBe(url);
    expect(formsOf(IMAGE)).toEqual({
      url,
      markdown: `![Harbour](${url})`,
      html: `<img src="${url}" ${layout} alt="Harbour">`,
      bbcode: `[img]${url}[/img]`,
    });
    expect(previewOf(IMAGE)).toBe('/api/v1/images/7/preview?size=square');
  });

  it('have the alternative text, or else the title, in Markdown and HTML', () => {
    const forms = formsOf({ ...IMAGE, alt_text: 'Boats at dusk' });
    expect(forms.markdown).toContain('![Boats at dusk](');
    expect(forms.html).toContain('alt="Boats at dusk"');
    expect(formsOf({ ...IMAGE, alt_text: ' ' }).html).toContain('alt="Harbour"');
  });

  it('include the share page', () => {
    for (const [image, path] of [
      [IMAGE, '/p/aB3dE6gH9jK2'],
      [{ ...IMAGE, asset_link: 'aB3dE6gH9jK2S' }, '/p/aB3dE6gH9jK2S'],
      [LEGACY, '/p/aB3dE6gH9jK2'],
    ] as const) {
      const page = linksOf(image, ORIGIN)?.page ?? '';
      expect(page).toBe(ORIGIN + path);
      expect(parsePageLink(path)).not.toBeNull();
    }
  });

  it('have a preview that counts no view, and for pipeline 1 another one', () => {
    const preview = '/api/v1/images/7/preview?size=';
    expect(previewsOf(IMAGE)).toEqual([`${preview}square`]);
    expect(previewsOf(LEGACY)).toEqual([`${preview}480`, `${preview}published`]);
  });

  it('follow the alias of a private image', () => {
    const image = { ...IMAGE, asset_link: 'aB3dE6gH9jK2S' };
    const links = linksOf(image, ORIGIN);
    expect(links?.url).toBe(`${ORIGIN}/i/aB3dE6gH9jK2S.webp`);
    expect(variantLinksOf(image, ORIGIN).master).toBe(`${ORIGIN}/i/aB3dE6gH9jK2S/master.webp`);
    expect(withToken(links?.url ?? '', 'ttp.k.1.x-_y.z')).toBe(
      `${ORIGIN}/i/aB3dE6gH9jK2S.webp?token=ttp.k.1.x-_y.z`,
    );
  });

  it('do not exist while it is unfinished or has failed', () => {
    expect(linksOf({ ...IMAGE, asset_link: null }, ORIGIN)).toBeNull();
    expect(variantLinksOf({ ...IMAGE, asset_link: null }, ORIGIN)).toEqual({});
    expect(previewOf({ ...IMAGE, processing_status: 'pending' })).toBeNull();
    for (const processing_status of ['pending', 'processing', 'failed']) {
      expect(linksOf({ ...LEGACY, processing_status }, ORIGIN)).toBeNull();
      expect(previewsOf({ ...LEGACY, processing_status })).toEqual([]);
    }
  });

  it('of pipeline 1 include the uploaded file and every extension', () => {
    const links = linksOf(LEGACY, ORIGIN);
    expect(links?.url).toBe(`${ORIGIN}/i/aB3dE6gH9jK2`);
    expect(Object.keys(variantLinksOf(LEGACY, ORIGIN))).toEqual([
      'original',
      'webp',
      'avif',
      'jpg',
      'jpeg',
      'png',
      'gif',
    ]);
  });

  it('lead to paths that the service serves', () => {
    for (const image of [IMAGE, { ...IMAGE, asset_link: `${IMAGE.unique_link}S` }, LEGACY]) {
      const links = linksOf(image, ORIGIN);
      const urls = [links?.url, ...Object.values(variantLinksOf(image, ORIGIN))];
      for (const url of urls) expect(parseLink(new URL(url ?? '').pathname), url).not.toBeNull();
    }
  });
});

describe('the embeds of an image', () => {
  const WIDE: LinkedImage = { ...IMAGE, width: 4000, height: 2000 };
  const LINK = 'aB3dE6gH9jK2';
  const r = (width: number, extension = 'webp') => `${ORIGIN}/r/${width}/${LINK}.${extension}`;
  const srcsetOf = (html: string) => /srcset="([^"]*)"/u.exec(html)?.[1]?.split(', ') ?? [];

  it('in a size are a thumbnail that links to the page, and HTML for screens of any density', () => {
    const forms = formsOf(WIDE, { size: 'medium', format: 'webp' });
    const page = `${ORIGIN}/p/${LINK}`;
    expect(forms.markdown).toBe(`[![Harbour](${r(640)})](${page})`);
    expect(forms.bbcode).toBe(`[url=${page}][img]${r(640)}[/img][/url]`);
    expect(forms.html).toBe(
      `<img src="${r(640)}" srcset="${r(320)} 320w, ${r(480)} 480w, ${r(640)} 640w, ${r(960)} 960w, ` +
        `${r(1280)} 1280w" sizes="(max-width: 640px) 100vw, 640px" width="640" height="320" ` +
        'loading="lazy" decoding="async" alt="Harbour">',
    );
  });

  it('are never wider than the published image, whatever is stored', () => {
    const url = `${ORIGIN}/i/${LINK}.webp`;
    const { html, markdown } = formsOf(WIDE);
    expect(srcsetOf(html).at(-1)).toBe(`${url} 2048w`);
    expect(html).toContain('width="2048" height="1024"');
    expect(markdown).toBe(`![Harbour](${url})`);
    const small = formsOf({ ...IMAGE, width: 500, height: 400 }, { size: 'large', format: 'webp' });
    expect(srcsetOf(small.html)).toEqual([`${r(320)} 320w`, `${r(480)} 480w`, `${url} 500w`]);
    expect(small.markdown).toBe(`![Harbour](${url})`);
  });

  it('are JPEG where it is chosen, also in the largest size', () => {
    const jpeg = formsOf(WIDE, { size: 'full', format: 'jpg' });
    expect(jpeg.url).toBe(r(2560, 'jpg'));
    expect(srcsetOf(jpeg.html).at(-1)).toBe(`${r(2560, 'jpg')} 2048w`);
    expect(jpeg.html).not.toContain('.webp');
    expect(formsOf(WIDE, { size: 'small', format: 'jpg' }).bbcode).toContain(r(320, 'jpg'));
  });

  it('of pipeline 1 show the original, which may move, or a still of the chosen size', () => {
    const legacy = { ...LEGACY, width: 4000, height: 2000 };
    const original = formsOf(legacy);
    expect(original.url).toBe(`${ORIGIN}/i/${LINK}`);
    expect(srcsetOf(original.html)).toEqual([]);
    expect(formsOf(legacy, { size: 'medium', format: 'webp' }).url).toBe(r(640));
    const widest = formsOf(legacy, { size: 'full', format: 'jpg' });
    expect(widest.html).toContain('width="2560" height="1280"');
    expect(srcsetOf(widest.html).at(-1)).toBe(`${r(2560, 'jpg')} 2560w`);
  });

  it('of a private image have no renditions, whatever is chosen', () => {
    const image = { ...WIDE, visibility: 'private', asset_link: `${LINK}S` };
    const url = `${ORIGIN}/i/${LINK}S.webp`;
    const forms = formsOf(image, { size: 'small', format: 'jpg' });
    expect(forms.url).toBe(url);
    expect(forms.markdown).toBe(`![Harbour](${url})`);
    expect(forms.html).not.toContain('srcset');
  });

  it('lead to renditions that the service serves', () => {
    for (const format of ['webp', 'jpg'] as const) {
      for (const size of ['small', 'medium', 'large', 'full'] as const) {
        const { html } = formsOf(WIDE, { size, format });
        for (const [url = ''] of srcsetOf(html).map((one) => one.split(' '))) {
          expect(parseLink(new URL(url).pathname), url).not.toBeNull();
        }
      }
    }
  });
});

describe('the title in a link', () => {
  const titleIn = (title: string) => {
    const { markdown, html, bbcode } = formsOf({ ...IMAGE, title });
    return {
      markdown: markdown.slice(2, markdown.lastIndexOf('](')),
      html: /alt="(.*)">$/u.exec(html)?.[1],
      bbcode,
    };
  };

  it.each([
    ['[a](b)', String.raw`\[a\](b)`, '[a](b)'],
    ['*a* _b_ `c` ~d~ |', String.raw`\*a\* \_b\_ \`c\` \~d\~ \|`, '*a* _b_ `c` ~d~ |'],
    ['a\\](x)', String.raw`a\\\](x)`, 'a\\](x)'],
    ['<b> & "q" &amp;', String.raw`\<b\> \& "q" \&amp;`, '&lt;b&gt; &amp; &quot;q&quot; &amp;amp;'],
    ['two\n\nlines', 'two lines', 'two lines'],
    ['图片 "一"', '图片 "一"', '图片 &quot;一&quot;'],
    ['a\u202Egnp.\u2066b\u2069 \u200Fא', 'agnp.b \u200Fא', 'agnp.b \u200Fא'],
    ['  ', String.raw`IMG\_1.jpg`, 'IMG_1.jpg'],
  ])('%j is escaped', (title, markdown, html) => {
    expect(titleIn(title)).toMatchObject({ markdown, html });
  });

  it('is omitted in BBCode, which has no escapes', () => {
    expect(titleIn('[/img][url=x]').bbcode).toBe(`[img]${ORIGIN}/i/aB3dE6gH9jK2.webp[/img]`);
  });
});
