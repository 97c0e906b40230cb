import { computed } from '@preact/signals';
import { language } from './language.ts';

/** The tag that numbers and dates follow: the browser's first one for the shown language and its script, with its region. */
export const locale = computed(() => {
  const shown = scriptOf(language.value);
  return navigator.languages.find((tag) => scriptOf(tag) === shown) ?? language.value;
});

/** “en-Latn” for en-GB; null for a tag that formats refuse, such as en-US@posix. */
function scriptOf(tag: string): string | null {
  try {
    const { language: spoken, script } = new Intl.Locale(tag).maximize();
    return `${spoken}-${script ?? ''}`;
  } catch {
    return null;
  }
}
