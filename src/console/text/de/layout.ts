import type { Catalogue } from '../catalogue.ts';

export const layout: Catalogue['layout'] = {
  uploads: {
    dropHere: 'Zum Hochladen loslassen',
    pasted: 'Eingefügt',
    taken: (count) => (count === 1 ? '1 Bild hinzugefügt' : `${count} Bilder hinzugefügt`),
    leftOut: (count) =>
      count === 1
        ? '1 Datei des Ordners ist kein Bild und wurde ausgelassen.'
        : `${count} Dateien des Ordners sind keine Bilder und wurden ausgelassen.`,
    showQueue: 'Anzeigen',
    progress: (done, total, failed) =>
      `${done} von ${total} hochgeladen${failed === 0 ? '' : `, ${failed} fehlgeschlagen`}`,
  },
};
