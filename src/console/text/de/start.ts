import type { Catalogue } from '../catalogue.ts';

export const start: Catalogue['start'] = {
  heading: 'Ein gutes Zuhause für Ihre Fotos',
  lead: 'Foto hochladen, Link erhalten. Tintype speichert es in voller Größe und liefert es schnell aus: an alle oder nur an die Personen, die Sie auswählen.',
  toGallery: 'Zu Ihrer Galerie',
  picture: 'Die Galerie von Tintype: Fotos in Reihen, jedes in seinem eigenen Format',
  dropTitle: 'Fotos hier ablegen',
  dropHint: 'Noch kein Konto? Erst auswählen, dann registrieren.',
  choose: 'Fotos auswählen',
  accepted: (size) =>
    `JPEG, PNG, WebP, AVIF und GIF${size === null ? '' : `, jeweils bis ${size}`}.`,
  waitingTitle: 'Fotos zum Hochladen',
  waiting: (count, shown) => (count === 1 ? '1 Foto bereit' : `${shown} Fotos bereit`),
  waitingHint:
    'Sie bleiben einen Tag in diesem Browser und werden hochgeladen, sobald Sie angemeldet sind.',
  registerAndUpload: 'Registrieren und hochladen',
  signInAndUpload: 'Anmelden und hochladen',
  addMore: 'Weitere hinzufügen',
  discard: 'Alle entfernen',
  refusals: {
    not_an_image: 'ist kein unterstütztes Foto.',
    too_large: (limit) => (limit === null ? 'ist zu groß.' : `ist zu groß (höchstens ${limit}).`),
    too_many: (limit) => `passt nicht mehr: Hier können höchstens ${limit} Fotos warten.`,
    no_space:
      'passt nicht: Dieser Browser hat keinen Platz dafür. Registrieren Sie sich zuerst und laden Sie es dann hoch.',
    unreadable: 'ist nicht lesbar.',
  },
  othersRefused: (count) =>
    count === 1
      ? '1 weitere Datei wurde übersprungen.'
      : `${count} weitere Dateien wurden übersprungen.`,
  promises: [
    {
      icon: 'check',
      title: 'Geprüfte Uploads',
      words:
        'Jeder Teil eines Fotos wird vor dem Speichern anhand seines Fingerabdrucks geprüft. Bei der Übertragung beschädigte Teile werden erneut gesendet.',
    },
    {
      icon: 'lock',
      title: 'Privat heißt privat',
      words:
        'Private Fotos sehen nur Sie und Personen mit Ihrem Link, so lange Sie möchten. Sie können ihn jederzeit widerrufen.',
    },
    {
      icon: 'upload',
      title: 'Nichts geht verloren',
      words:
        'Verbindung weg oder Fenster geschlossen? Der Upload geht an derselben Stelle weiter. Alles lässt sich jederzeit herunterladen.',
    },
    {
      icon: 'globe',
      title: 'Überall schnell',
      words: 'Ihre Fotos werden von Servern in der Nähe der Betrachter ausgeliefert.',
    },
  ],
  statistics: 'Tintype in Zahlen',
  images: 'Fotos',
  users: 'Benutzer',
  views: 'Aufrufe',
  stored: 'Gespeichert',
  apiLink: 'API-Dokumentation',
  footer: 'Keine Werbung. Kein Tracking.',
};
