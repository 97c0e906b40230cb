import type { Catalogue } from '../catalogue.ts';

const pictures = (count: number, shown: string): string =>
  count === 1 ? '1 Bild' : `${shown} Bilder`;

export const gallery: Catalogue['gallery'] = {
  title: 'Galerie',
  grid: 'Ihre Bilder',
  pictures,
  matching: (count, shown) => (count === 1 ? '1 Bild passt' : `${shown} Bilder passen`),
  atLeastMatching: (shown) => `Mindestens ${shown} Bilder passen`,
  searchLabel: 'Suche',
  searchHint: 'Name oder Beschreibung',
  sortLabel: 'Reihenfolge',
  sorts: {
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
    views: 'Meistgesehene',
    largest: 'Größte zuerst',
    smallest: 'Kleinste zuerst',
    title: 'Titel, A bis Z',
    'title-descending': 'Titel, Z bis A',
  },
  viewsLag: 'Diese Reihenfolge kann den Zahlen bis zu einer Stunde nachgehen.',
  filterLabel: 'Wer sie sieht',
  filters: { all: 'Alle Bilder', public: 'Öffentlich', private: 'Privat' },
  modesLabel: 'Wie sie gezeigt werden',
  modes: { grid: 'Als Raster', list: 'Als Liste' },
  selectPictures: 'Auswählen',
  empty: 'Noch keine Bilder',
  emptyHint: 'Ziehen Sie Ihre ersten Fotos auf die Seite „Hochladen“; hier erscheinen sie dann.',
  emptyAction: 'Bilder hochladen',
  noMatch: 'Nichts passt',
  noMatchHint: 'Kein Bild hat diese Wörter, oder der Filter lässt es aus.',
  showAll: 'Alle Bilder zeigen',
  searching: 'Es wird weiter gesucht …',
  loadingMore: 'Weitere Bilder werden geladen …',
  moreFailed: 'Weitere Bilder konnten nicht geladen werden.',
  showFresh: (count) => (count === 1 ? '1 neues Bild zeigen' : `${count} neue Bilder zeigen`),
  inWork: 'Wird veröffentlicht',
  failed: 'Konnte nicht veröffentlicht werden',
  columns: {
    name: 'Name',
    visibility: 'Wer es sieht',
    dimensions: 'Pixel',
    size: 'Größe',
    views: 'Aufrufe',
    date: 'Hochgeladen',
  },
  views: (count, shown) => (count === 1 ? '1 Aufruf' : `${shown} Aufrufe`),
  select: (name) => `${name} auswählen`,
  selectionBar: 'Ausgewählte Bilder',
  selected: (shown) => `${shown} ausgewählt`,
  selectedAllLoaded: (shown, total) =>
    total === null
      ? `${shown} ausgewählt: alle, die bisher geladen sind`
      : `${shown} von ${total} ausgewählt: alle, die bisher geladen sind`,
  pressToSelect: 'Tippen Sie auf die Bilder, die Sie möchten',
  clear: 'Auswahl aufheben',
  copyLinks: 'Links kopieren',
  linkForms: { url: 'Links', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode' },
  withoutLink: (count) =>
    count === 1 ? '1 Bild hat noch keinen Link.' : `${count} Bilder haben noch keinen Link.`,
  noLinks: 'Keines dieser Bilder hat schon einen Link.',
  changeVisibility: 'Ändern, wer sie sieht',
  makePublic: 'Öffentlich machen',
  makePrivate: 'Privat machen',
  makePublicTitle: (count, shown) => `${pictures(count, shown)} öffentlich machen?`,
  makePublicHint: (count) =>
    count === 1
      ? 'Wer den Link hat, kann es sehen. Ein Link, den Sie dazu geteilt haben, gilt nicht mehr.'
      : 'Wer einen Link hat, kann sie sehen. Links, die Sie zu privaten Bildern geteilt haben, gelten nicht mehr.',
  makePrivateTitle: (count, shown) => `${pictures(count, shown)} privat machen?`,
  makePrivateHint: (count) =>
    count === 1
      ? 'Von da an sehen nur Sie das Bild, und sein Link ändert sich. Anderswo kann eine Kopie noch bis zu 10 Minuten zu sehen sein.'
      : 'Von da an sehen nur Sie die Bilder, und ihre Links ändern sich. Anderswo können Kopien noch bis zu 10 Minuten zu sehen sein.',
  deleteTitle: (count, shown) => `${pictures(count, shown)} löschen?`,
  deleteHint: (count) =>
    `Links darauf führen überall ins Leere. Einige Sekunden lang können Sie es rückgängig machen; danach holt niemand ${count === 1 ? 'das Bild' : 'die Bilder'} zurück.`,
  deleteAction: (count, shown) => `${pictures(count, shown)} löschen`,
  jobs: 'Was gerade geschieht',
  undoable: (count, shown) =>
    count === 1 ? '1 Bild wird gleich gelöscht' : `${shown} Bilder werden gleich gelöscht`,
  running: {
    delete: (done, total) => `Gelöscht: ${done} von ${total}`,
    public: (done, total) => `Öffentlich gemacht: ${done} von ${total}`,
    private: (done, total) => `Privat gemacht: ${done} von ${total}`,
  },
  rateLimited: 'Der Dienst hat angehalten: zu viele Änderungen in kurzer Zeit.',
  waitsForNetwork: 'Es geht weiter, sobald das Netz wieder da ist.',
  stop: 'Anhalten',
  stopping: 'Wird angehalten …',
  ended: {
    delete: (count, shown) => `${pictures(count, shown)} gelöscht`,
    public: (count, shown) =>
      count === 1 ? '1 Bild ist jetzt öffentlich' : `${shown} Bilder sind jetzt öffentlich`,
    private: (count, shown) =>
      count === 1 ? '1 Bild ist jetzt privat' : `${shown} Bilder sind jetzt privat`,
  },
  stillSelected: (count, shown) =>
    count === 1
      ? '1 Bild blieb, wie es ist, und ist ausgewählt.'
      : `${shown} Bilder blieben, wie sie sind, und sind ausgewählt.`,
  leftAsIs: (count, shown) =>
    count === 1 ? '1 Bild blieb, wie es ist.' : `${shown} Bilder blieben, wie sie sind.`,
  failures: (count, shown) =>
    count === 1 ? '1 Bild wurde abgelehnt' : `${shown} Bilder wurden abgelehnt`,
  andMore: (shown) => `und ${shown} weitere`,
  pictureNumber: (id) => `Bild ${id}`,
  leftBehind: {
    delete: (count, shown) =>
      `Sie sind gegangen, bevor ${pictures(count, shown)} ganz gelöscht ${count === 1 ? 'war' : 'waren'}.`,
    public: (count, shown) =>
      `Sie sind gegangen, bevor ${pictures(count, shown)} ganz öffentlich ${count === 1 ? 'war' : 'waren'}.`,
    private: (count, shown) =>
      `Sie sind gegangen, bevor ${pictures(count, shown)} ganz privat ${count === 1 ? 'war' : 'waren'}.`,
  },
  finishIt: {
    delete: 'Den Rest löschen',
    public: 'Den Rest öffentlich machen',
    private: 'Den Rest privat machen',
  },
  leaveIt: 'Den Rest lassen, wie er ist',
};
