/** What a drop or a paste brings, taken while its event is handled: browsers take it back after that. */

export interface DroppedItem {
  /** Null where it cannot be a folder. */
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

/** Whether a drag or a paste brings files. */
export function bringsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** The files and folders of a drop or a paste. To be called within the event. */
export function takeItems(transfer: DataTransfer): readonly DroppedItem[] {
  return [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: mayBeFolder(item) ? item.webkitGetAsEntry() : null,
      file: item.getAsFile(),
    }));
}

/**
 * For a picture by its type the question would be in vain, and the page waits for each answer. Browsers tell types by
 * names alone: a folder may be called `holiday.zip`.
 */
function mayBeFolder(item: DataTransferItem): boolean {
  return !item.type.startsWith('image/') && 'webkitGetAsEntry' in item;
}
