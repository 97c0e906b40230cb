import type { Catalogue } from '../catalogue.ts';

const pictures = (count: number): string => (count === 1 ? '1 Foto' : `${String(count)} Fotos`);

export const adminImages: Catalogue['admin']['images'] = {
  intro: 'Fotos aller Konten, neueste zuerst.',
  filter: 'Anzeigen',
  filters: { all: 'Alle', user: 'Nach Benutzer', link: 'Nach Link', hash: 'Nach Datei' },
  link: 'Link oder sein Ende',
  hash: 'SHA-256 einer Datei',
  hashHint:
    'Oder ziehen Sie eine Datei hierher. Der Hash wird in diesem Browser berechnet, die Datei wird nicht hochgeladen.',
  noHash: 'Ein SHA-256 hat 64 Zeichen: 0–9 und a–f.',
  chooseFile: 'Datei auswählen …',
  fileFaults: {
    tooLarge: 'Kein gespeichertes Foto ist so groß.',
    unreadable: 'Die Datei konnte nicht gelesen werden.',
  },
  chooseHash: 'Fügen Sie einen SHA-256 ein, oder ziehen Sie eine Datei hierher.',
  emptyHash:
    'In anderer Größe oder anderem Format hat ein Foto einen anderen Hash. Versuchen Sie es mit der hochgeladenen Datei, oder suchen Sie nach dem Link.',
  searching: 'Gespeicherte Dateien werden durchsucht',
  searched: (count) => `Alle gespeicherten Dateien durchsucht, ${pictures(count)} gefunden`,
  soFar: (share, count) => `${share} durchsucht, bisher ${pictures(count)} gefunden`,
  stop: 'Stoppen',
  goOn: 'Fortsetzen',
  matches: (files) => `Übereinstimmung: ${files}`,
  matchNames: {
    source: 'hochgeladene Datei',
    master: 'volle Größe',
    gallery: 'quadratische Vorschau',
    admin: 'kleine Vorschau',
    publish: 'Webgröße',
    original: 'Original',
    webp: 'WebP',
    avif: 'AVIF',
  },
  trashed: 'Im Papierkorb',
  trashedHint: 'Niemand kann diese Fotos öffnen, aber ihre Besitzer können sie wiederherstellen.',
  erasedOn: (day) => `Wird am ${day} endgültig gelöscht`,
  choose: 'Wählen Sie einen Benutzer, oder fügen Sie einen Link ein.',
  empty: 'Keine Fotos gefunden',
  open: (title) => `${title} öffnen`,
  views: (count) => (count === '1' ? '1 Aufruf' : `${count} Aufrufe`),
  hide: 'Verbergen',
  show: 'Öffentlich machen',
  hidden: (title) =>
    `${title} ist privat, seine Freigabelinks sind widerrufen, und es ist in keinem geteilten Album mehr.`,
  shown: (title) => `${title} ist öffentlich.`,
  deleteTitle: (title) => `${title} löschen?`,
  deleteText:
    'Das Foto wird endgültig gelöscht, und seine Links funktionieren nicht mehr. Auch sein Besitzer kann es nicht wiederherstellen.',
};
