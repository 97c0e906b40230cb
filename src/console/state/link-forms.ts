export const LINK_FORMS = ['url', 'markdown', 'html', 'bbcode'] as const;

/** How a link is written where it is pasted. */
export type LinkForm = (typeof LINK_FORMS)[number];

/** The link of a picture in every form; `name` is what is said where the picture is not seen. */
export function writeLink(url: string, name: string): Record<LinkForm, string> {
  return {
    url,
    markdown: `![${escapeMarkdown(name)}](${url})`,
    html: `<img src="${escapeHtml(url)}" alt="${escapeHtml(name)}">`,
    // BBCode has no form of a title that every forum reads, and none needs escaping.
    bbcode: `[img]${url}[/img]`,
  };
}

/** One line, in which nothing is markup (CommonMark 2.4; GitHub's tables and strikethrough). */
function escapeMarkdown(text: string): string {
  return toLine(text).replaceAll(/[\\`*_[\]<>&!~|]/gu, String.raw`\$&`);
}

/** The value of an attribute in double quotes, in one line. */
function escapeHtml(text: string): string {
  return toLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
