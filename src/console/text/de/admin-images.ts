import type { Catalogue } from '../catalogue.ts';

export const adminImages: Catalogue['admin']['images'] = {
  intro: 'Bilder aller Konten, neueste zuerst.',
  filter: 'Anzeigen',
  filters: { all: 'Alle', user: 'Nach Person', link: 'Nach Link' },
  link: 'Link oder sein Ende',
  choose: 'Wählen Sie eine Person, oder fügen Sie einen Link ein.',
  empty: 'Keine Bilder gefunden',
  open: (title) => `${title} öffnen`,
  views: (count) => (count === '1' ? '1 Aufruf' : `${count} Aufrufe`),
  hide: 'Verbergen',
  show: 'Veröffentlichen',
  hidden: (title) =>
    `${title} ist privat, seine Freigabelinks sind widerrufen, und es ist in keinem geteilten Album mehr.`,
  shown: (title) => `${title} ist öffentlich.`,
  deleteTitle: (title) => `${title} löschen?`,
  deleteText:
    'Das Bild wird endgültig gelöscht, und seine Links funktionieren nicht mehr. Auch sein Besitzer kann es nicht wiederherstellen.',
};
