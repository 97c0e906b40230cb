import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { disconnect, fakeApi, refuse } from '../support/fake-api.ts';
import { loadModules } from '../support/load-modules.ts';
import { stubPage } from '../support/stub-page.ts';

// By path, since tests lack the types of pages.
const MODULE = new URL('../../../../src/console/text/language.ts', import.meta.url).href;
const GERMAN = new URL('../../../../src/console/text/de/everywhere.ts', import.meta.url).pathname;

declare const document: { readonly documentElement: { readonly lang: string } };

interface Part {
  readonly value: { readonly word: string };
}

interface ClientModule {
  readonly api: { GET(path: string): Promise<unknown> };
  call(asked: Promise<unknown>): Promise<unknown>;
  beforeRefusals(prepare: () => Promise<void>): void;
  watchCalls(watch: () => void): void;
}

interface LanguageModule {
  readonly language: { readonly value: string };
  bringTexts(): Promise<void>;
  bringErrorTexts(): Promise<void>;
  textsOf(
    name: string,
    english: { readonly word: string },
    others: Readonly<Record<string, () => Promise<unknown>>>,
  ): Part;
  startLanguage(): Promise<void>;
  chooseLanguage(language: string): Promise<void>;
}

const load = async (): Promise<LanguageModule> => {
  vi.resetModules();
  return (await import(MODULE)) as LanguageModule;
};

const NAME = 'gallery';

const toTexts = (word: string) => ({ [NAME]: { word } });

const fail = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));

/** Those of a part whose texts all load. */
const WORKING = {
  de: () => Promise.resolve(toTexts('deutsch')),
  zh: () => Promise.resolve(toTexts('中文')),
};

const addPart = ({ textsOf }: LanguageModule, others: Partial<typeof WORKING>): Part =>
  textsOf(NAME, { word: 'english' }, { ...WORKING, ...others });

beforeEach(() => {
  // Texts are never too slow, unless a test lets the time pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { languages: ['de-AT', 'zh'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  // The document's initial state, before any text loads.
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
});

// Module state persists between tests.
afterEach(async () => {
  vi.useRealTimers();
  const { chooseLanguage } = (await import(MODULE)) as LanguageModule;
  await chooseLanguage('en');
});

describe('the language of the console', () => {
  it('is the browser’s first available one', async () => {
    const { language, startLanguage } = await load();
    await startLanguage();
    expect(language.value).toBe('de');
  });

  it('is the site’s without the browser’s, and English without an answer', async () => {
    vi.stubGlobal('navigator', { languages: ['fr-FR', 'it'] });
    const shown: string[] = [];
    for (const answer of [{ site_language: 'zh-CN' }, { site_language: 'fr-FR' }, disconnect]) {
      fakeApi({ 'GET /api/v1/public/config': answer });
      const { language, startLanguage } = await load();
      await startLanguage();
      shown.push(language.value);
    }
    expect(shown).toEqual(['zh', 'en', 'en']);
  });

  it('is the last chosen one, whichever texts arrive last', async () => {
    const { language, chooseLanguage } = await load();
    await Promise.all([chooseLanguage('zh'), chooseLanguage('en')]);
    expect(language.value).toBe('en');
  });

  it('is English when texts fail to load, and the page starts all the same', async () => {
    vi.doMock(GERMAN, () => Promise.reject(new TypeError('Failed to fetch')));
    try {
      const { language, chooseLanguage, startLanguage } = await load();
      await startLanguage();
      expect([language.value, document.documentElement.lang]).toEqual(['en', 'en']);
      await expect(chooseLanguage('de')).rejects.toThrow();
    } finally {
      vi.doUnmock(GERMAN);
      vi.resetModules();
    }
  });

  it('is English until slow texts arrive', async () => {
    const texts = Promise.withResolvers<object>();
    vi.doMock(GERMAN, () => texts.promise);
    try {
      const { language, startLanguage } = await load();
      const started = startLanguage();
      await vi.advanceTimersByTimeAsync(3000);
      await started;
      expect(language.value).toBe('en');
      texts.resolve({ common: {}, layout: {} });
      vi.useRealTimers();
      await expect.poll(() => language.value).toBe('de');
    } finally {
      vi.doUnmock(GERMAN);
      vi.resetModules();
    }
  });

  it('is shown without a missing part, which comes with the next one', async () => {
    const module = await load();
    let isMissing = true;
    const missing = addPart(module, { de: () => (isMissing ? fail() : WORKING.de()) });
    const other = addPart(module, {});
    await module.startLanguage();
    expect([module.language.value, missing.value.word, other.value.word]).toEqual([
      'de',
      'english',
      'deutsch',
    ]);
    isMissing = false;
    await module.bringTexts();
    expect(missing.value.word).toBe('deutsch');
  });

  it.each(['missing', 'slow'])(
    'stays with %s texts of another, for parts that come later, too',
    async (kind) => {
      const chinese = GERMAN.replace('/de/', '/zh/');
      const texts = Promise.withResolvers<object>();
      vi.doMock(chinese, () => (kind === 'slow' ? texts.promise : fail()));
      try {
        const module = await load();
        await module.startLanguage();
        const changed = module.chooseLanguage('zh');
        if (kind === 'missing') await expect(changed).rejects.toThrow();
        const later = addPart(module, {});
        await vi.advanceTimersByTimeAsync(0);
        expect([module.language.value, later.value.word]).toEqual(['de', 'deutsch']);
        texts.resolve({ common: {}, layout: {} });
        if (kind === 'slow') await changed;
      } finally {
        vi.doUnmock(chinese);
        vi.resetModules();
      }
    },
  );

  it('has the texts of all parts but the missing ones when they are awaited', async () => {
    const module = await load();
    await module.startLanguage();
    addPart(module, { de: fail });
    const texts = Promise.withResolvers<ReturnType<typeof toTexts>>();
    const slow = addPart(module, { de: () => texts.promise });
    const end = vi.fn();
    const brought = module.bringTexts().then(end);
    await vi.advanceTimersByTimeAsync(1000);
    expect(end).not.toHaveBeenCalled();
    texts.resolve(toTexts('deutsch'));
    await brought;
    expect(slow.value.word).toBe('deutsch');
  });
});

describe('a refusal', () => {
  const REFUSED = 'GET /api/v1/auth/me';

  const start = async () => {
    stubPage({ document: { cookie: '', documentElement: { lang: 'de' } } });
    fakeApi({ [REFUSED]: refuse(401, 4030) });
    const module = await load();
    const { api, call, beforeRefusals, watchCalls } =
      await loadModules<ClientModule>('api/client.ts');
    beforeRefusals(module.bringErrorTexts);
    const told = vi.fn();
    watchCalls(told);
    return { module, told, ask: () => call(api.GET('/api/v1/auth/me')) };
  };

  it('does not wait for the texts of other parts', async () => {
    const { module, ask } = await start();
    await module.startLanguage();
    addPart(module, { de: () => new Promise(() => undefined) });
    await expect(ask()).rejects.toThrow('Refused');
  });

  it('is told at once, and waits for its own texts once, however slow', async () => {
    const errors = GERMAN.replace('everywhere', 'errors');
    vi.doMock(errors, () => new Promise(() => undefined));
    try {
      const { module, told, ask } = await start();
      await module.startLanguage();
      const thrown = vi.fn();
      const first = ask().catch(thrown);
      await expect.poll(() => told.mock.calls.length).toBe(1);
      expect(thrown).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(3000);
      await first;
      await expect(ask()).rejects.toThrow('Refused');
    } finally {
      vi.doUnmock(errors);
      vi.resetModules();
    }
  });
});
