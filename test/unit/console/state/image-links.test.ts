import { describe, expect, it } from 'vitest';
import { linksOf, withToken, type LinkedImage } from '../../../../src/console/state/image-links.ts';
import { previewOf } from '../../../../src/console/state/preview-of.ts';
import { parseLink, parsePageLink } from '../../../../src/worker/domain/links/parse-link.ts';

const ORIGIN = 'https://pictures.example';
const IMAGE: LinkedImage = {
  unique_link: 'aB3dE6gH9jK2',
  asset_link: 'aB3dE6gH9jK2',
  pipeline_version: 2,
  title: 'Harbour',
  filename: 'IMG_1.jpg',
};
const LEGACY: LinkedImage = { ...IMAGE, asset_link: null, pipeline_version: 1 };

describe('the links of an image', () => {
  it('include a URL, Markdown, HTML and BBCode', () => {
    const url = `${ORIGIN}/i/aB3dE6gH9jK2.webp`;
    expect(linksOf(IMAGE, ORIGIN)).toMatchObject({
      url,
      markdown: `![Harbour](${url})`,
      html: `<img src="${url}" alt="Harbour">`,
      bbcode: `[img]${url}[/img]`,
    });
    expect(previewOf(IMAGE)).toBe('/i/aB3dE6gH9jK2/gallery.webp');
  });

  it('have the alternative text, or else the title, in Markdown and HTML', () => {
    const links = linksOf({ ...IMAGE, alt_text: 'Boats at dusk' }, ORIGIN);
    expect(links?.markdown).toContain('![Boats at dusk](');
    expect(links?.html).toContain('alt="Boats at dusk"');
    expect(linksOf({ ...IMAGE, alt_text: ' ' }, ORIGIN)?.html).toContain('alt="Harbour"');
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

  it('follow the alias of a private image', () => {
    const links = linksOf({ ...IMAGE, asset_link: 'aB3dE6gH9jK2S' }, ORIGIN);
    expect(links?.url).toBe(`${ORIGIN}/i/aB3dE6gH9jK2S.webp`);
    expect(links?.variants.master).toBe(`${ORIGIN}/i/aB3dE6gH9jK2S/master.webp`);
    expect(withToken(links?.url ?? '', 'ttp.k.1.x-_y.z')).toBe(
      `${ORIGIN}/i/aB3dE6gH9jK2S.webp?token=ttp.k.1.x-_y.z`,
    );
  });

  it('do not exist while it is unfinished or has failed', () => {
    expect(linksOf({ ...IMAGE, asset_link: null }, ORIGIN)).toBeNull();
    expect(previewOf({ ...IMAGE, asset_link: null })).toBeNull();
  });

  it('of pipeline 1 include the uploaded file and every extension', () => {
    const links = linksOf(LEGACY, ORIGIN);
    expect(links?.url).toBe(`${ORIGIN}/i/aB3dE6gH9jK2`);
    expect(Object.keys(links?.variants ?? {})).toEqual([
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
      const urls = [
        links?.url,
        previewOf(image, ORIGIN) ?? '',
        ...Object.values(links?.variants ?? {}),
      ];
      for (const url of urls) expect(parseLink(new URL(url ?? '').pathname), url).not.toBeNull();
    }
  });
});

describe('the title in a link', () => {
  const formsOf = (title: string) => {
    const links = linksOf({ ...IMAGE, title }, ORIGIN);
    return {
      markdown: links?.markdown.slice(2, links.markdown.lastIndexOf('](')),
      html: /alt="(.*)">$/u.exec(links?.html ?? '')?.[1],
      bbcode: links?.bbcode,
    };
  };

  it.each([
    ['[a](b)', String.raw`\[a\](b)`, '[a](b)'],
    ['*a* _b_ `c` ~d~ |', String.raw`\*a\* \_b\_ \`c\` \~d\~ \|`, '*a* _b_ `c` ~d~ |'],
    ['a\\](x)', String.raw`a\\\](x)`, 'a\\](x)'],
    ['<b> & "q" &amp;', String.raw`\<b\> \& "q" \&amp;`, '&lt;b&gt; &amp; &quot;q&quot; &amp;amp;'],
    ['two\n\nlines', 'two lines', 'two lines'],
    ['图片 "一"', '图片 "一"', '图片 &quot;一&quot;'],
    ['  ', String.raw`IMG\_1.jpg`, 'IMG_1.jpg'],
  ])('%j is escaped', (title, markdown, html) => {
    expect(formsOf(title)).toMatchObject({ markdown, html });
  });

  it('is omitted in BBCode, which has no escapes', () => {
    expect(formsOf('[/img][url=x]').bbcode).toBe(`[img]${ORIGIN}/i/aB3dE6gH9jK2.webp[/img]`);
  });
});
