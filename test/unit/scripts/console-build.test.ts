import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildConsole } from '../../../scripts/support/console-build.ts';

const BUILDER = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'scripts',
  'support',
  'console-build.ts',
);
const PAGE = `<!doctype html><html lang="en"><head><meta name="description" content="D" /><title>T</title>
  <link rel="icon" href="/icons/icon.svg" />
  <script type="module" src="./shell/main.tsx"></script></head>
  <body><noscript>none</noscript><div id="console">empty</div> </body></html>`;
const ICON = '<svg viewBox="0 0 1 1">\n  <rect fill="#fff"/>\n</svg>\n';
const INLINED = "data:image/svg+xml,<svg viewBox='0 0 1 1'><rect fill='%23fff'/></svg>";
const PRERENDER = `
  const draw = (page) => ({ title: '<title>Drawn</title>', description: '<meta>', noScript: '<noscript>', page });
  export const prerenderStartPage = async () => ({ en: draw('<p>$& drawn</p>'), de: draw('<p>gemalt</p>') });`;

// It describes all of the Worker, which no test here reads.
vi.mock('../../../scripts/support/api-description.ts', () => ({ writeApiDescription: vi.fn() }));

const execute = promisify(execFile);

let root: string;

const writeSource = (text: string): void =>
  writeFileSync(join(root, 'src', 'console', 'shell/main.tsx'), text);

/** As an earlier build left it: a build looks only at its stamp. */
const leavePrevious = (): void => {
  mkdirSync(join(root, 'dist', 'console', 'assets'), { recursive: true });
  writeFileSync(join(root, 'dist', 'console', 'assets', 'shell.js'), 'console.log("first");');
  writeFileSync(join(root, 'dist', 'console.sha256'), 'of other sources');
};

const scripts = (): string[] => {
  const folder = join(root, 'dist', 'console', 'assets');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tintype-console-'));
  for (const part of [
    'features/access/captcha/captcha.ts',
    'shell/threads/service-worker.ts',
    'shell/first-paint.ts',
  ]) {
    mkdirSync(join(root, 'src', 'console', part, '..'), { recursive: true });
    writeFileSync(
      join(root, 'src', 'console', part),
      'console.log("$& other", SHELL_FILES, TEXT_FILES);',
    );
  }
  writeFileSync(join(root, 'src', 'console', 'index.html'), PAGE);
  mkdirSync(join(root, 'src', 'console', 'public', 'icons'), { recursive: true });
  writeFileSync(join(root, 'src', 'console', 'public', 'icons', 'icon.svg'), ICON);
  mkdirSync(join(root, 'src', 'console', 'shell', 'prerender'), { recursive: true });
  writeFileSync(join(root, 'src', 'console', 'shell', 'prerender', 'start-page.tsx'), PRERENDER);
  writeSource('console.log("first");');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the build of the console', () => {
  it('is made when missing, and again only after a source has changed', async () => {
    await buildConsole(root);
    const page = readFileSync(join(root, 'dist', 'console', 'index.html'), 'utf8');
    expect(page).toMatch(/src="\/assets\/shell-[\w-]+\.js"/u);
    expect(page).toMatch(/<script>[^<]*console\.log\(`\$& other`[^<]*<\/script>\s+<title>/u);
    expect(page.match(/<script[^>]*>[^<]/gu)).toHaveLength(1);
    const start = readFileSync(join(root, 'dist', 'console', 'start.en.html'), 'utf8');
    for (const document of [page, start]) {
      expect(document).toContain(`<link rel="icon" href="${INLINED}"`);
    }
    expect(start).toContain('<html lang="en" data-drawn="en">');
    expect(start).toContain('<meta>');
    expect(start).toContain('<title>Drawn</title>');
    expect(start).toContain('<noscript><div id="console"><p>$& drawn</p></div> </body>');
    expect(start).toMatch(/src="\/assets\/shell-[\w-]+\.js"/u);
    expect(readdirSync(join(root, 'dist', 'console'))).toContain('start.de.html');
    expect(readdirSync(join(root, 'dist', 'console'))).toContain('gallery.html');
    expect(readdirSync(join(root, 'dist', 'console'))).not.toContain('prerender');
    const made = statSync(join(root, 'dist', 'console')).ino;
    await buildConsole(root);
    expect(statSync(join(root, 'dist', 'console')).ino).toBe(made);
    writeSource('console.log("second");');
    await buildConsole(root);
    expect(scripts()).toEqual([expect.stringContaining('second')]);
  });

  it('that fails keeps the previous one, and reports the failure each time', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    leavePrevious();
    writeSource('console.log("second"');
    for (const _ of [1, 2]) {
      await expect(buildConsole(root)).rejects.toThrow();
      expect(scripts()).toEqual([expect.stringContaining('first')]);
    }
    expect(readdirSync(join(root, 'dist')).toSorted()).toEqual(['console', 'console.sha256']);
  });

  it('fails when its document has no place for the drawn page', async () => {
    const page = PAGE.replace('<noscript>none</noscript>', '');
    writeFileSync(join(root, 'src', 'console', 'index.html'), page);
    await expect(buildConsole(root)).rejects.toThrow('no place for noScript');
  });

  it('fails when its first script would not end with its tag', async () => {
    const text = 'console.log("<!--<script>");';
    writeFileSync(join(root, 'src', 'console', 'shell/first-paint.ts'), text);
    await expect(buildConsole(root)).rejects.toThrow('would end too early or late');
  });

  it('made by several processes together is that of one of them', async () => {
    leavePrevious();
    writeSource('console.log("second");');
    const program = `const [{ buildConsole }] = await Promise.all(
        [import(${JSON.stringify(BUILDER)}), import('vite')]);
      console.log('ready'); await buildConsole(${JSON.stringify(root)});`;
    const other = execute(process.execPath, ['--input-type=module', '--eval', program]);
    if (other.child.stdout !== null) await once(other.child.stdout, 'data');
    await Promise.all([buildConsole(root), other]);
    expect(scripts()).toEqual([expect.stringContaining('second')]);
    expect(readdirSync(join(root, 'dist')).toSorted()).toEqual(['console', 'console.sha256']);
  }, 120_000);

  it('that another process has replaced in the meantime is made again', async () => {
    await buildConsole(root);
    const [made, other] = [join(root, 'dist', 'console'), join(root, 'dist', 'other')];
    cpSync(made, other, { recursive: true });
    for (const name of readdirSync(join(other, 'assets'))) {
      writeFileSync(join(other, 'assets', name), 'console.log("second");');
    }
    rmSync(made, { recursive: true });
    // The stamp is that of the slower process, whose folder is gone.
    renameSync(other, made);
    await buildConsole(root);
    expect(scripts()).toEqual([expect.stringContaining('first')]);
  });
});
