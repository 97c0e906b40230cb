import { describe, expect, it } from 'vitest';
import { firstCodePoints, foldText } from '../../../../src/worker/lib/fold-text.ts';

describe('foldText', () => {
  it.each([
    ['ASCII', 'IMG_1.JPG', 'img_1.jpg'],
    ['Latin letters with accents', 'ÉTÉ', 'été'],
    ['composed and decomposed characters', 'e\u0301', 'é'],
    ['Cyrillic', 'ЖУК', 'жук'],
    ['Greek, wherever the sigma stands', 'ΟΔΟΣ', 'οδοσ'],
    ['ß and SS', 'Straße', 'STRASSE'],
    ['full-width and ASCII letters', 'ＡＢＣ', 'abc'],
    ['dotless and dotted i', 'ı', 'I'],
  ])('makes %s equal without regard to case', (_, one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it('keeps different letters apart', () => {
    expect(foldText('é')).not.toBe(foldText('e'));
    expect(foldText('日本')).toBe('日本');
  });

  it('does not change a folded text', () => {
    const text = foldText('Æ ŉ ǅ İ ﬁ Σς ß ㎏ 🙂 e\u0301');
    expect(foldText(text)).toBe(text);
  });

  it('turns control characters into spaces and broken surrogates into U+FFFD', () => {
    expect(foldText('a\u001Fb\0c\uD800')).toBe('a b c\uFFFD');
  });
});

describe('firstCodePoints', () => {
  it('never cuts a character in two', () => {
    expect(firstCodePoints('🙂🙂🙂', 2)).toBe('🙂🙂');
  });
});
