/** Part of the first load. */

import { giveItems, isTakerWanted, type GivenItem } from '../../../state/given-items.ts';

/** Takes files that are dropped or pasted on any page, also to refuse them: browsers would open the image in place of the page. */
export function startDrops(): void {
  const take = (event: Event, transfer: DataTransfer | null): void => {
    if (!bringsFiles(transfer)) return;
    event.preventDefault();
    giveItems(takeItems(transfer));
  };
  const allow = (event: DragEvent): void => {
    if (!bringsFiles(event.dataTransfer)) return;
    event.preventDefault();
    isTakerWanted.value = true;
  };
  addEventListener('dragenter', allow);
  addEventListener('dragover', allow);
  addEventListener('drop', (event) => take(event, event.dataTransfer));
  addEventListener('paste', (event) => {
    const { clipboardData, target } = event;
    // Office programs copy text together with an image of it.
    if (isTextField(target) && clipboardData?.types.includes('text/plain') === true) return;
    take(event, clipboardData);
  });
}

export function bringsFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true;
}

/** They are available only during the event. */
function takeItems(transfer: DataTransfer): GivenItem[] {
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

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
