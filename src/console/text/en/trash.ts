const photos = (count: number, shown: string): string =>
  count === 1 ? '1 photo' : `${shown} photos`;

export const trash = {
  title: 'Trash',
  hint: 'Photos in the trash count toward your storage.',
  empty: 'The trash is empty',
  emptyHint: 'Photos you delete stay here for a while. You can restore them with the same links.',
  list: 'Photos in the trash',
  daysLeft: (days: number, shown: string) => (days <= 1 ? 'Last day' : `${shown} days left`),
  selectAll: 'Select all shown',
  selected: (shown: string) => `${shown} selected`,
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (count: number, shown: string) => `${photos(count, shown)} restored`,
  deleteForGood: 'Delete permanently',
  deleteTitle: (count: number, shown: string) => `Delete ${photos(count, shown)} permanently?`,
  deleteHint: 'This can’t be undone.',
  deleted: (count: number, shown: string) => `${photos(count, shown)} permanently deleted`,
  emptyTrash: 'Empty trash',
  emptyTitle: (count: number, shown: string) =>
    `Empty the trash? ${photos(count, shown)} will be permanently deleted`,
  emptyTitleOver: (shown: string) =>
    `Empty the trash? More than ${shown} photos will be permanently deleted`,
};
