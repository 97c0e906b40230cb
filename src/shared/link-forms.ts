export const LINK_FORMS = ['url', 'markdown', 'html', 'bbcode'] as const;

export type LinkForm = (typeof LINK_FORMS)[number];

/** The link of an image in every form; `name` is its alternative text. */
export function writeLink(url: string, name: string): Record<LinkForm, string> {
  return {
    url,
    markdown: `![${escapeMarkdown(name)}](${url})`,
    html: writeImg({ src: url, alt: name }),
    // BBCode has no title that every forum reads, so nothing needs escaping.
    bbcode: `[img]${url}[/img]`,
  };
}

/** An element `img` with these attributes. */
export function writeImg(attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  return `<img${written.join('')}>`;
}

/** One line without markup (CommonMark 2.4; GitHub's tables and strikethrough). */
function escapeMarkdown(text: string): string {
  return toLine(text).replaceAll(/[\\`*_[\]<>&!~|]/gu, String.raw`\$&`);
}

/** A single-line attribute value in double quotes. */
function escapeHtml(text: string): string {
  return toLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Without controls of Unicode's bidirectional algorithm that would turn the address behind them. */
function toLine(text: string): string {
  return text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
