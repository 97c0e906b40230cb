import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openDevtools } from './spare-profiles.ts';

export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Drops a local file or folder on the middle of the window. `isShown`: once the page says `says`. */
export const drop = async (
  page: Page,
  file: string,
  { isShown = true, says = 'Drop to upload' } = {},
): Promise<void> => {
  const browser = await openDevtools(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await send('dragEnter');
  // People's drags repeat it, several times a second.
  const hover = async (): Promise<boolean> => {
    await send('dragOver');
    return !isShown || (await page.getByText(says, { exact: true }).isVisible());
  };
  await expect.poll(hover).toBe(true);
  await send('drop');
  await browser.detach();
};

/** Pastes an image like one copied in an editor. */
export const paste = (page: Page, { name, mimeType, buffer }: GivenFile): Promise<void> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (c) => c.codePointAt(0));
    clipboardData.items.add(new File([bytes], '${name}', { type: '${mimeType}' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }`);

/** A temporary folder, erased with the test. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-drop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
