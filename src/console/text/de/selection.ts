import type { Catalogue } from '../catalogue.ts';

const images = (count: number, shown: string): string =>
  count === 1 ? '1 Foto' : `${shown} Fotos`;

export const selection: Catalogue['selection'] = {
  addToAlbum: 'Zu Album hinzufügen',
  selectionBar: 'Ausgewählte Fotos',
  selected: (shown) => `${shown} ausgewählt`,
  selectedAllLoaded: (shown, total) =>
    total === null
      ? `${shown} ausgewählt (alle bisher geladenen)`
      : `${shown} von ${total} ausgewählt (alle bisher geladenen)`,
  selectWhole: (total) => (total === null ? 'Alle auswählen' : `Alle ${total} auswählen`),
  selecting: 'Wird ausgewählt …',
  copyLinks: 'Links kopieren',
  linkForms: { url: 'Links', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode' },
  withoutLink: (count) =>
    count === 1 ? '1 Foto hat noch keinen Link.' : `${count} Fotos haben noch keinen Link.`,
  noLinks: 'Keines dieser Fotos hat bereits einen Link.',
  changeVisibility: 'Sichtbarkeit ändern',
  makePublic: 'Öffentlich machen',
  makePrivate: 'Privat machen',
  makePublicTitle: (count, shown) => `${images(count, shown)} öffentlich machen?`,
  makePublicHint: (count) =>
    count === 1
      ? 'Alle mit dem Link können es sehen. Sein Freigabelink wird ungültig.'
      : 'Alle mit einem Link können sie sehen. Ihre Freigabelinks werden ungültig.',
  makePrivateTitle: (count, shown) => `${images(count, shown)} privat machen?`,
  makePrivateHint: (count) =>
    count === 1
      ? 'Nur Sie können es dann sehen, und sein Link ändert sich. Zwischengespeicherte Kopien können noch bis zu 10 Minuten sichtbar sein.'
      : 'Nur Sie können sie dann sehen, und ihre Links ändern sich. Zwischengespeicherte Kopien können noch bis zu 10 Minuten sichtbar sein.',
  trashTitle: (count, shown) => `${images(count, shown)} in den Papierkorb verschieben?`,
  trashHint: (count) =>
    count === 1
      ? 'Der Link funktioniert dann nirgends mehr. Solange das Foto im Papierkorb liegt, können Sie es mit demselben Link wiederherstellen.'
      : 'Die Links funktionieren dann nirgends mehr. Solange die Fotos im Papierkorb liegen, können Sie sie mit denselben Links wiederherstellen.',
  trashAction: (count, shown) => `${images(count, shown)} löschen`,
  jobs: 'Laufende Vorgänge',
  undoable: {
    trash: (count, shown) =>
      count === 1
        ? '1 Foto wird in den Papierkorb verschoben'
        : `${shown} Fotos werden in den Papierkorb verschoben`,
    delete: (count, shown) =>
      count === 1 ? '1 Foto wird gelöscht' : `${shown} Fotos werden gelöscht`,
  },
  running: {
    trash: (done, total) => `In den Papierkorb verschoben: ${done} von ${total}`,
    delete: (done, total) => `Gelöscht: ${done} von ${total}`,
    public: (done, total) => `Öffentlich gemacht: ${done} von ${total}`,
    private: (done, total) => `Privat gemacht: ${done} von ${total}`,
  },
  rateLimited: 'Zu viele Änderungen auf einmal. Der Vorgang wurde gestoppt.',
  waitsForNetwork: 'Wird fortgesetzt, sobald Sie wieder online sind.',
  stop: 'Stoppen',
  stopping: 'Wird gestoppt …',
  ended: {
    trash: (count, shown) => `${images(count, shown)} in den Papierkorb verschoben`,
    delete: (count, shown) => `${images(count, shown)} gelöscht`,
    public: (count, shown) =>
      count === 1 ? '1 Foto ist jetzt öffentlich' : `${shown} Fotos sind jetzt öffentlich`,
    private: (count, shown) =>
      count === 1 ? '1 Foto ist jetzt privat' : `${shown} Fotos sind jetzt privat`,
  },
  stillSelected: (count, shown) =>
    count === 1
      ? '1 Foto wurde nicht geändert und ist noch ausgewählt.'
      : `${shown} Fotos wurden nicht geändert und sind noch ausgewählt.`,
  leftAsIs: (count, shown) =>
    count === 1 ? '1 Foto wurde nicht geändert.' : `${shown} Fotos wurden nicht geändert.`,
  failures: (count, shown) =>
    count === 1 ? '1 Foto fehlgeschlagen' : `${shown} Fotos fehlgeschlagen`,
  andMore: (shown) => `und ${shown} weitere`,
  imageNumber: (id) => `Foto ${id}`,
  leftBehind: {
    trash: (count, shown) =>
      count === 1
        ? 'Sie haben die Seite verlassen, bevor 1 Foto im Papierkorb war.'
        : `Sie haben die Seite verlassen, bevor alle ${shown} Fotos im Papierkorb waren.`,
    delete: (count, shown) =>
      count === 1
        ? 'Sie haben die Seite verlassen, bevor 1 Foto gelöscht war.'
        : `Sie haben die Seite verlassen, bevor alle ${shown} Fotos gelöscht waren.`,
    public: (count, shown) =>
      count === 1
        ? 'Sie haben die Seite verlassen, bevor 1 Foto öffentlich war.'
        : `Sie haben die Seite verlassen, bevor alle ${shown} Fotos öffentlich waren.`,
    private: (count, shown) =>
      count === 1
        ? 'Sie haben die Seite verlassen, bevor 1 Foto privat war.'
        : `Sie haben die Seite verlassen, bevor alle ${shown} Fotos privat waren.`,
  },
  finishIt: {
    trash: 'Übrige in den Papierkorb verschieben',
    delete: 'Übrige löschen',
    public: 'Übrige öffentlich machen',
    private: 'Übrige privat machen',
  },
  leaveIt: 'Übrige behalten',
};
