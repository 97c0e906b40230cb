import type { Catalogue } from '../catalogue.ts';

export const shortcuts: Catalogue['shortcuts'] = {
  title: 'Tastenkürzel',
  viewer: 'In der Fotoansicht',
  gallery: 'In Galerie und Alben',
  album: 'In einem Album mit eigener Reihenfolge',
  inViewer: {
    step: 'Voriges und nächstes Foto',
    zoom: 'Vergrößern und verkleinern',
    fit: 'Einpassen',
    actual: 'Originalgröße',
    copy: 'Link kopieren',
    download: 'Herunterladen',
    full: 'Vollbild',
    info: 'Infos ein- oder ausblenden',
    strip: 'Filmstreifen ein- oder ausblenden',
    remove: 'In den Papierkorb verschieben',
    leave: 'Zurück',
  },
  inGallery: {
    move: 'Von Foto zu Foto gehen',
    open: 'Öffnen',
    select: 'Auswählen',
    all: 'Alle auswählen',
    copy: 'Link kopieren',
    remove: 'In den Papierkorb verschieben, aus einem Album entfernen',
    search: 'Galerie durchsuchen',
    help: 'Diese Liste',
  },
  inAlbum: {
    step: 'Um einen Platz verschieben',
    ends: 'An den Anfang oder das Ende verschieben',
  },
  letterKeys: 'Tastenkürzel aus einzelnen Zeichen verwenden',
  keyNames: {
    Space: 'Leertaste',
    Del: 'Entf',
    Ctrl: 'Strg',
    Enter: 'Eingabe',
    Home: 'Pos1',
    End: 'Ende',
  },
};
