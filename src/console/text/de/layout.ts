import type { Catalogue } from '../catalogue.ts';

export const layout: Catalogue['layout'] = {
  uploads: {
    dropHere: 'Zum Hochladen loslassen',
    dropInAlbum: 'Loslassen, um in dieses Album hochzuladen',
    showQueue: 'Anzeigen',
    progress: (done, total, failed, asking) =>
      `${done} von ${total} hochgeladen${failed === 0 ? '' : `, ${failed} fehlgeschlagen`}${asking === 0 ? '' : `, ${asking} ${asking === 1 ? 'erfordert' : 'erfordern'} Ihre Entscheidung`}`,
    paused: 'pausiert',
  },
};
