import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { useSharedServer } from '../support/use-shared-server.ts';
import { BROWSER_TEST } from './support/console.ts';
import { startOwnServer } from './support/own-server.ts';
import { findFirefox, openChromium, openFirefox } from './support/puppeteer.ts';
import { drawPictures, DEMO_PASSWORD } from './support/demo.ts';
import { uploadAndLook, type Visitor } from './support/visitor.ts';
import { hasWebkit, openWebkit } from './support/webkit.ts';

const folder = mkdtempSync(join(tmpdir(), 'tintype-pictures-'));
const files: string[] = [];

beforeAll(async () => {
  for (const { filename, read } of drawPictures(2)) {
    const path = join(folder, filename);
    writeFileSync(path, await read());
    files.push(path);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const visit = (visitor: Visitor, baseUrl: string): Promise<number> => {
  const username = `v${randomUUID().slice(0, 12)}`;
  return uploadAndLook(visitor, { baseUrl, username, password: DEMO_PASSWORD }, files);
};

describe('sign-up, upload, gallery and deletion work', () => {
  const { baseUrl } = useSharedServer();
  const chromium = findChromium();
  const firefox = findFirefox();
  if (firefox === undefined) console.warn('There is no Firefox: its test is skipped.');
  if (!hasWebkit())
    console.warn('There is no WebKitGTK with its driver and Xvfb: its test is skipped.');

  // All other tests run only in Chromium.
  it.skipIf(chromium === undefined)('in Chromium', BROWSER_TEST, async () => {
    await using visitor = await openChromium(chromium ?? '');
    expect(await visit(visitor, baseUrl)).toBe(files.length);
  });

  it.skipIf(firefox === undefined)('in Firefox', BROWSER_TEST, async () => {
    await using visitor = await openFirefox(firefox ?? '');
    expect(await visit(visitor, baseUrl)).toBe(files.length);
  });

  // WebKit accepts Secure cookies only over https, also from localhost.
  it.skipIf(!hasWebkit())('in WebKit', BROWSER_TEST, async () => {
    const server = await startOwnServer({ isSecure: true });
    try {
      await using visitor = await openWebkit();
      expect(await visit(visitor, server.baseUrl)).toBe(files.length);
    } finally {
      await server.stop();
    }
  });
});
