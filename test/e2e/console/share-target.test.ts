import { createServer } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { listenLocally } from '../../support/local-server.ts';
import { describeConsole } from './support/console.ts';
import { inDatabase } from './support/page-database.ts';
import { waitForWorker } from './support/service-worker.ts';

interface Shared {
  readonly name: string;
  readonly size: number;
}

const TWO: readonly Shared[] = [
  { name: 'one.jpg', size: 3 },
  { name: 'two.png', size: 3 },
];
const MAX_SHARED_BYTES = 100_000_000;
/** Of `b.jpg` and `image/jpeg`: a name counts beside its file and beside its share, in UTF-16. */
const NAME_AND_TYPE_BYTES = 2 * 2 * 5 + 2 * 10;
const PLANTED: Shared = { name: 'planted.jpg', size: 3 };
const QUESTION = 'Upload shared photos?';

describeConsole('files shared with the console', ({ baseUrl, newProfile, signUp }) => {
  let profile: BrowserContext;
  beforeAll(async () => {
    profile = await newProfile({ serviceWorkers: 'allow' });
    const page = await profile.newPage();
    await page.goto('/');
    await waitForWorker(page);
    await page.close();
    return () => profile.close();
  });

  /** A page of a new person; nothing is shared with it. */
  const openApp = async (): Promise<Page> => {
    await signUp(profile);
    const page = await profile.newPage();
    onTestFinished(() => closePages(profile));
    // Chromium cannot emulate an app window.
    await page.addInitScript(`{
      const real = matchMedia;
      globalThis.matchMedia = (query) =>
        query === '(display-mode: browser)' ? { matches: false } : real(query);
    }`);
    await page.goto('/upload');
    await inShares(page, `for (const name of ['shares', 'shared_files']) store(name).clear();`);
    return page;
  };
  const question = (page: Page) => page.getByRole('dialog', { name: QUESTION });
  const upload = (page: Page) =>
    question(page).getByRole('button', { name: 'Upload', exact: true }).click();

  it('are uploaded once the person agrees', async () => {
    const page = await openApp();
    await share(page, TWO);
    await page.getByText('An app or a website shared 2 photos with Tintype.').waitFor();
    expect(await readShared(page)).toEqual(TWO);
    expect(await namesInQueue(page)).toEqual([]);
    await upload(page);
    await expect.poll(() => namesInQueue(page)).toEqual(['one.jpg', 'two.png']);
    await expect.poll(() => readShared(page)).toEqual([]);
    await question(page).waitFor({ state: 'detached' });
  });

  it('from a form of another site are never uploaded with what an app shares', async () => {
    const page = await openApp();
    await page.goto(await startOtherSite(`${baseUrl}/share`));
    await question(page).getByText(PLANTED.name).waitFor();
    await share(page, TWO);
    await question(page).getByText('one.jpg').waitFor();
    expect(await question(page).getByText(PLANTED.name).count()).toBe(0);
    await upload(page);
    await question(page).getByText(PLANTED.name).waitFor();
    await expect.poll(() => namesInQueue(page)).toEqual(['one.jpg', 'two.png']);
    await question(page).getByRole('button', { name: 'Don’t upload' }).click();
    await expect.poll(() => readShared(page)).toEqual([]);
    expect(await namesInQueue(page)).toEqual(['one.jpg', 'two.png']);
  });

  it('that replace others after the question was asked are not uploaded by its answer', async () => {
    const page = await openApp();
    await share(page, [{ name: 'seen.jpg', size: 1 }]);
    await question(page).getByText('seen.jpg').waitFor();
    const other = await page.context().newPage();
    await other.goto('/upload');
    await share(other, many(500, 'unseen'));
    await question(other).getByText('unseen0.jpg').waitFor();
    await upload(page);
    await page.getByText('your browser can’t read it any more').waitFor();
    expect(await namesInQueue(page)).toEqual([]);
  });

  it('are forgotten after an hour', async () => {
    const page = await openApp();
    await share(page, TWO);
    await question(page).waitFor();
    await age(page, 3_601_000);
    await page.reload();
    await expect.poll(() => readShared(page)).toEqual([]);
    expect(await question(page).count()).toBe(0);
  });

  it('are refused once they are an hour old, even if the question was asked before', async () => {
    const page = await openApp();
    await share(page, TWO);
    await question(page).waitFor();
    await age(page, 3_601_000);
    await upload(page);
    await page.getByText('your browser can’t read it any more').waitFor();
    expect(await readShared(page)).toEqual([]);
    expect(await namesInQueue(page)).toEqual([]);
  });

  it('are kept up to 500, the newest first, and refused above', async () => {
    const page = await openApp();
    for (const files of [many(1, 'a'), many(300, 'b'), many(200, 'c')]) {
      await share(page, files);
      await question(page)
        .getByText(files[0]?.name ?? '')
        .waitFor();
    }
    const kept = [...many(300, 'b'), ...many(200, 'c')];
    expect(await readShared(page)).toEqual(kept);
    await share(page, many(501, 'd'));
    await page.getByText('At most 500 photos and 100 MB can be shared at a time.').waitFor();
    expect(await readShared(page)).toEqual(kept);
  });

  it('are kept up to 100 MB with their names and types, the newest first, and refused above', async () => {
    const page = await openApp();
    const size = MAX_SHARED_BYTES - NAME_AND_TYPE_BYTES;
    for (const file of [
      { name: 'a.jpg', size: 1 },
      { name: 'b.jpg', size },
    ]) {
      await share(page, [file]);
      await question(page).getByText(file.name).waitFor();
    }
    expect(await readShared(page)).toEqual([{ name: 'b.jpg', size }]);
    await share(page, [{ name: 'c.jpg', size: size + 1 }]);
    await page.getByText('At most 500 photos and 100 MB can be shared at a time.').waitFor();
    expect(await readShared(page)).toEqual([{ name: 'b.jpg', size }]);
  });

  it('are kept until they are in the queue', async () => {
    const page = await openApp();
    await share(page, TWO);
    await question(page).waitFor();
    await page.evaluate(`navigator.storage.persist = () => { throw new RangeError('at fault'); };`);
    await upload(page);
    await page.getByText('Something went wrong on our side.').waitFor();
    await page.reload();
    await upload(page);
    await expect.poll(() => namesInQueue(page)).toEqual(['one.jpg', 'two.png']);
    await expect.poll(() => readShared(page)).toEqual([]);
  });

  it('are asked for again if they cannot be read', async () => {
    const page = await openApp();
    const send = `fetch('/share', { method: 'POST', body: 'no form' }).then(({ url }) => url)`;
    await page.goto(await page.evaluate<string>(send));
    await page.getByText('your browser can’t read it any more').waitFor();
    await page.waitForURL('**/upload');
  });
});

const many = (count: number, name: string): Shared[] =>
  Array.from({ length: count }, (_, at) => ({ name: `${name}${String(at)}.jpg`, size: 1 }));

/** Submits the form that a browser sends for another app. */
const share = async (page: Page, files: readonly Shared[]): Promise<void> => {
  const loaded = page.waitForEvent('load');
  await page.evaluate(submit('/share', files));
  await loaded;
};

const submit = (action: string, files: readonly Shared[]): string => `{
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: '${action}', enctype: 'multipart/form-data' });
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
  const chosen = new DataTransfer();
  for (const { name, size } of ${JSON.stringify(files)}) {
    const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
    chosen.items.add(new File([new Uint8Array(size).fill(name.charCodeAt(0))], name, { type }));
  }
  input.files = chosen.files;
  form.append(input);
  document.body.append(form);
  form.submit();
}`;

/** A page that hides where it is from, as the share of an app does, and posts a file at once. */
const startOtherSite = async (action: string): Promise<string> => {
  const page = `<!doctype html><meta name="referrer" content="no-referrer"><body><script>${submit(action, [PLANTED])}</script>`;
  const { url, close } = await listenLocally(
    createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    }),
  );
  onTestFinished(close);
  return url;
};

const namesInQueue = async (page: Page): Promise<string[]> => {
  const names = await page.locator('.upload-row-name').allTextContents();
  return names.toSorted();
};

const inShares = <Result>(page: Page, code: string): Promise<Result> =>
  inDatabase(page, 'tintype-share', code);

/** Lists the kept files of all shares. */
const readShared = (page: Page): Promise<unknown> =>
  inShares(
    page,
    `const all = store('shared_files').getAll();
    return () => all.result.map(({ name, bytes }) => ({ name, size: bytes.byteLength }));`,
  );

/** Makes all shares older. */
const age = (page: Page, ms: number): Promise<void> =>
  inShares(
    page,
    `store('shares').openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (cursor === null) return;
      cursor.update({ ...cursor.value, sharedAt: cursor.value.sharedAt - ${String(ms)} });
      cursor.continue();
    };`,
  );

const closePages = async (profile: BrowserContext): Promise<void> => {
  await Promise.all(profile.pages().map((page) => page.close()));
};
