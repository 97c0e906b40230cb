import type { Catalogue } from '../catalogue.ts';

const images = (count: number, shown: string): string =>
  count === 1 ? '1 Foto' : `${shown} Fotos`;

export const trash: Catalogue['trash'] = {
  title: 'Papierkorb',
  hint: 'Fotos im Papierkorb belegen weiterhin Speicherplatz.',
  empty: 'Der Papierkorb ist leer',
  emptyHint:
    'Gelöschte Fotos bleiben eine Zeit lang hier. Sie können sie mit denselben Links wiederherstellen.',
  list: 'Fotos im Papierkorb',
  daysLeft: (days, shown) => (days <= 1 ? 'Letzter Tag' : `Noch ${shown} Tage`),
  selectAll: 'Alle angezeigten auswählen',
  selected: (shown) => `${shown} ausgewählt`,
  restore: 'Wiederherstellen',
  restoreNamed: (name) => `${name} wiederherstellen`,
  restored: (count, shown) => `${images(count, shown)} wiederhergestellt`,
  deleteForGood: 'Endgültig löschen',
  deleteTitle: (count, shown) => `${images(count, shown)} endgültig löschen?`,
  deleteHint: 'Das lässt sich nicht rückgängig machen.',
  deleted: (count, shown) => `${images(count, shown)} endgültig gelöscht`,
  emptyTrash: 'Papierkorb leeren',
  emptyTitle: (count, shown) => `Papierkorb leeren und ${images(count, shown)} endgültig löschen?`,
  emptyTitleOver: (shown) => `Papierkorb leeren und mehr als ${shown} Fotos endgültig löschen?`,
};
