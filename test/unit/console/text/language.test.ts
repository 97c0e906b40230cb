import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { disconnect, fakeApi } from '../support/fake-api.ts';

// By path, since tests lack the types of pages.
const MODULE = new URL('../../../../src/console/text/language.ts', import.meta.url).href;
const GERMAN = new URL('../../../../src/console/text/de/everywhere.ts', import.meta.url).pathname;

declare const document: { readonly documentElement: { readonly lang: string } };

interface LanguageModule {
  readonly language: { readonly value: string };
  startLanguage(): Promise<void>;
  chooseLanguage(language: string): Promise<void>;
}

const load = async (): Promise<LanguageModule> => {
  vi.resetModules();
  return (await import(MODULE)) as LanguageModule;
};

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
});
