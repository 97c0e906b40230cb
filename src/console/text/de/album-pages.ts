import type { Catalogue } from '../catalogue.ts';

const photos = (count: number, shown: string): string =>
  count === 1 ? '1 Bild' : `${shown} Bilder`;

export const albumPages: Catalogue['albumPages'] = {
  title: 'Alben',
  list: 'Ihre Alben',
  photos,
  create: 'Neues Album',
  createAction: 'Erstellen',
  name: 'Albumtitel',
  description: 'Albumbeschreibung',
  empty: 'Noch keine Alben',
  emptyHint: 'Fassen Sie Bilder in einem Album zusammen und teilen Sie alle mit einem Link.',
  emptyAlbum: 'Dieses Album ist leer',
  emptyAlbumHint: 'Bilder, die Sie zu diesem Album hinzufügen, erscheinen hier.',
  upload: 'Bilder hochladen',
  toGallery: 'Zur Galerie',
  grid: 'Bilder in diesem Album',
  loadingMore: 'Weitere Bilder werden geladen',
  sharing: 'Freigabe',
  visibility: {
    private: 'Privat',
    link: 'Alle mit dem Link',
    public: 'Öffentlich',
  },
  meaning: {
    private: 'Nur Sie können dieses Album sehen.',
    link: 'Alle mit dem Link können dieses Album sehen, auch die privaten Bilder darin.',
    public:
      'Alle können dieses Album sehen, auch die privaten Bilder darin. Suchmaschinen können es aufführen, und es hat einen RSS-Feed.',
  },
  link: 'Albumlink',
  copyLink: 'Link kopieren',
  replaceLink: 'Link ersetzen …',
  replaceTitle: 'Link dieses Albums ersetzen?',
  replaceHint:
    'Der bisherige Link funktioniert sofort nicht mehr. Teilen Sie stattdessen den neuen.',
  replaceAction: 'Link ersetzen',
  replaced: 'Link ersetzt',
  endDate: 'Link läuft ab am',
  endHint: 'Der Link funktioniert bis zum Ende dieses Tages. Ohne Datum läuft er nicht ab.',
  unshareTitle: 'Album auf privat setzen?',
  unshareHint:
    'Der Link funktioniert sofort nicht mehr. Wenn Sie das Album erneut teilen, erhält es einen neuen Link.',
  unshareAction: 'Auf privat setzen',
  order: 'Reihenfolge',
  orders: { newest: 'Neueste zuerst', oldest: 'Älteste zuerst', manual: 'Eigene' },
  orderHint:
    'Ziehen Sie Bilder an eine andere Stelle, oder wählen Sie welche aus und verwenden Sie die Pfeile. Mit der Tastatur: Alt mit Pfeil links, Pfeil rechts, Pos1 oder Ende.',
  deleteAlbum: 'Album löschen …',
  deleteTitle: (title) => `Album „${title}“ löschen?`,
  deleteHint: 'Ihre Bilder bleiben in der Galerie. Der Link des Albums funktioniert nicht mehr.',
  deleteAction: 'Album löschen',
  deleted: 'Album gelöscht',
  selection: 'Ausgewählte Bilder',
  selected: (shown) => `${shown} ausgewählt`,
  clear: 'Auswahl aufheben',
  remove: 'Aus Album entfernen',
  removeTitle: (count, shown) => `${photos(count, shown)} aus diesem Album entfernen?`,
  removeHint: 'Ihre Bilder bleiben in der Galerie.',
  removePlaceHint:
    'Ihre Bilder bleiben in der Galerie. Wenn Sie sie erneut hinzufügen, stehen sie am Ende des Albums.',
  removeAction: 'Entfernen',
  removed: (count, shown) => `${photos(count, shown)} aus dem Album entfernt`,
  setCover: 'Als Titelbild festlegen',
  clearCover: 'Erstes Bild als Titelbild verwenden',
  coverSet: 'Titelbild geändert',
  earlier: 'Nach vorn',
  later: 'Nach hinten',
  moved: (position) => `An Position ${position} verschoben`,
};
