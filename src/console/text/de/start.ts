import type { Catalogue } from '../catalogue.ts';

export const start: Catalogue['start'] = {
  heading: 'Ein gutes Zuhause für Ihre Fotografien',
  lead: 'Bild ablegen, Link erhalten. Tintype bewahrt es in voller Größe und zeigt es schnell: allen, oder nur denen, die Sie auswählen.',
  toGallery: 'Zu Ihrer Galerie',
  promises: [
    {
      icon: 'check',
      title: 'Bei der Ankunft geprüft',
      words:
        'Jeder Teil eines Bildes wird mit seinem Fingerabdruck verglichen, bevor er bleibt. Was unterwegs beschädigt wurde, wird noch einmal gesendet.',
    },
    {
      icon: 'lock',
      title: 'Privat heißt privat',
      words:
        'Private Bilder öffnen sich für Sie und für alle, die Ihren Link haben, solange Sie es wollen. Sie können ihn jederzeit zurücknehmen.',
    },
    {
      icon: 'upload',
      title: 'Nichts geht verloren',
      words:
        'Das Netz war fort, das Fenster zu? Das Hochladen geht weiter, wo es war. Was gespeichert ist, lässt sich im Ganzen herunterladen.',
    },
    {
      icon: 'globe',
      title: 'Schnell, wo immer Sie sind',
      words: 'Bilder kommen vom Rand des Netzes, aus der Nähe derer, die sie öffnen.',
    },
  ],
  statistics: 'Tintype heute',
  images: 'Bilder',
  users: 'Menschen',
  views: 'Aufrufe',
  stored: 'Gespeichert',
  noStatistics: 'Die Zahlen sind gerade nicht zu haben.',
  apiLink: 'Die API, für Programme',
  footer: 'Keine Werbung, und niemand, der Ihnen nachläuft.',
};
