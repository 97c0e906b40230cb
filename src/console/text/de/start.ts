import type { Catalogue } from '../catalogue.ts';

export const start: Catalogue['start'] = {
  heading: 'Ein gutes Zuhause für Ihre Fotos',
  lead: 'Bild hochladen, Link erhalten. Tintype speichert es in voller Größe und liefert es schnell aus: an alle oder nur an die Personen, die Sie auswählen.',
  toGallery: 'Zu Ihrer Galerie',
  promises: [
    {
      icon: 'check',
      title: 'Geprüfte Uploads',
      words:
        'Jeder Teil eines Bildes wird vor dem Speichern anhand seines Fingerabdrucks geprüft. Bei der Übertragung beschädigte Teile werden erneut gesendet.',
    },
    {
      icon: 'lock',
      title: 'Privat heißt privat',
      words:
        'Private Bilder sehen nur Sie und Personen mit Ihrem Link, so lange Sie möchten. Sie können ihn jederzeit widerrufen.',
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
      words: 'Ihre Bilder werden von Servern in der Nähe der Betrachter ausgeliefert.',
    },
  ],
  statistics: 'Tintype in Zahlen',
  images: 'Bilder',
  users: 'Mitglieder',
  views: 'Aufrufe',
  stored: 'Gespeichert',
  noStatistics: 'Die Statistik ist gerade nicht verfügbar.',
  apiLink: 'API-Dokumentation',
  footer: 'Keine Werbung. Kein Tracking.',
};
