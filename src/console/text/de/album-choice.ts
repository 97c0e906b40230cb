import type { Catalogue } from '../catalogue.ts';

const images = (count: number, shown: string): string =>
  count === 1 ? '1 Foto' : `${shown} Fotos`;

export const albumChoice: Catalogue['albumChoice'] = {
  images,
  title: (count, shown) => `${images(count, shown)} zu Album hinzufügen`,
  albums: 'Album auswählen',
  newAlbum: 'Neues Album',
  name: 'Albumtitel',
  nameMissing: 'Geben Sie einen Titel für das Album ein.',
  search: 'Alben suchen',
  noMatch: 'Keine Alben gefunden',
  more: 'Weitere Alben anzeigen',
  choose: 'Auswählen',
  add: 'Hinzufügen',
  open: 'Album öffnen',
  tray: 'Auf ein Album ziehen',
  otherAlbum: 'Anderes Album …',
  progress: (done, total) => `${done} von ${total}`,
  added: (count, shown, title) => `${images(count, shown)} zu „${title}“ hinzugefügt.`,
  present: (count, shown) =>
    count === 1 ? '1 war bereits enthalten.' : `${shown} waren bereits enthalten.`,
  left: (count, shown) =>
    count === 1
      ? '1 ist nicht mehr in Ihrer Galerie.'
      : `${shown} sind nicht mehr in Ihrer Galerie.`,
};
