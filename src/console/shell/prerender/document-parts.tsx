import type { ComponentChildren } from 'preact';
import type { Language } from '../../../shared/languages.ts';

interface PartProps {
  readonly language: Language;
}

/** Texts that no script shows, kept out of the catalogues that pages load. index.html has the English ones. */
const DESCRIPTIONS: Readonly<Record<Language, string>> = {
  en: 'Upload photographs and share them by link, publicly or privately.',
  de: 'Fotografien hochladen und per Link teilen, öffentlich oder privat.',
  zh: '上传照片，并通过链接公开或私下分享。',
};

const API_PATH = '/api/v1/docs';

const NO_SCRIPT: Readonly<Record<Language, ComponentChildren>> = {
  en: (
    <>
      Tintype needs JavaScript. <a href={API_PATH}>The API</a> does not.
    </>
  ),
  de: (
    <>
      Tintype benötigt JavaScript, <a href={API_PATH}>die API</a> nicht.
    </>
  ),
  zh: (
    <>
      Tintype 需要 JavaScript，<a href={API_PATH}>API</a> 则不需要。
    </>
  ),
};

export function Description({ language }: PartProps) {
  return <meta name="description" content={DESCRIPTIONS[language]} />;
}

export function NoScript({ language }: PartProps) {
  return (
    <noscript>
      <p class="no-script">{NO_SCRIPT[language]}</p>
    </noscript>
  );
}
