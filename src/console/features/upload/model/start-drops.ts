/** The files of a drop or a paste. They are available only during the event. */

export interface DroppedItem {
  /** Null where it cannot be a folder. */
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

export function bringsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

export function takeItems(transfer: DataTransfer): readonly DroppedItem[] {
  return [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: mayBeFolder(item) ? item.webkitGetAsEntry() : null,
      file: item.getAsFile(),
    }));
}

// Reading an entry blocks the page. Browsers derive types from names: a folder may be called `holiday.zip`.
function mayBeFolder(item: DataTransferItem): boolean {
  return !item.type.startsWith('image/') && 'webkitGetAsEntry' in item;
}
