import type { RefObject } from 'preact';
import type { ImageLinks } from '../../state/image-links.ts';
import { copyLink, linkToGive } from '../gallery/copy-link.ts';
import { openShortcuts } from '../gallery/shortcuts-help.tsx';
import { imageText } from '../../text/image.ts';
import { shortcutsText } from '../../text/shortcuts.ts';
import { saveFile } from '../../widgets/copy-image.ts';
import type { MenuItem } from '../../widgets/menu.tsx';
import { shareByDevice } from './share-by-device.tsx';
import type { SeenImage } from './shown-image.ts';
import type { FullScreen } from './use-full-screen.ts';
import type { ImageDetail } from './use-image.ts';
import type { Parts } from './use-parts.ts';
import type { Steps } from './use-steps.ts';
import { downloadOf } from './viewer-actions.tsx';
import type { ViewerCommand } from './viewer-keys.ts';
import { EXPAND, PLUS } from '../../widgets/rare-icons.ts';

export interface Commanded {
  readonly seen: SeenImage;
  readonly image: ImageDetail | undefined;
  /** Null while it is processed or has failed. */
  readonly links: ImageLinks | null;
  readonly steps: Steps | null;
  readonly screen: FullScreen;
  readonly parts: Parts;
  readonly panel: RefObject<HTMLElement | null>;
  /** Null where the image may not be added. */
  readonly onAddToAlbum: (() => void) | null;
  /** Null where the image may not be deleted. */
  readonly onDelete: (() => void) | null;
  readonly onLeave: () => void;
}

export function runCommand(command: ViewerCommand, on: Commanded): void {
  const { seen, image, links, steps, screen, parts } = on;
  switch (command) {
    case 'previous':
    case 'next':
      return steps?.go(command);
    case 'leave':
      return screen.isFull ? screen.toggle() : on.onLeave();
    case 'copy':
      if (links !== null) void copyLink(linkToGive(seen, image, links));
      return;
    case 'download':
      if (links !== null) saveFile(downloadOf(seen, links));
      return;
    case 'full':
      return screen.toggle();
    case 'info':
    case 'strip':
      return parts.toggle(command);
    case 'remove':
      on.onDelete?.();
  }
}

/** By the device, or by the links of the page. */
export function share({ seen, image, links, panel }: Commanded): void {
  const given = links === null ? null : linkToGive(seen, image, links);
  if (given !== null && !given.isOwnOnly && shareByDevice(seen.title, given.url)) return;
  panel.current?.querySelector<HTMLElement>('input, select, button')?.focus();
}

export function listMore(
  { screen, onAddToAlbum, onDelete }: Commanded,
  fillsWindow: boolean,
): MenuItem[] {
  const words = imageText.value;
  const full: MenuItem = { label: words.fullScreen, icon: EXPAND, onSelect: screen.toggle };
  const adding: MenuItem[] =
    onAddToAlbum === null ? [] : [{ label: words.addToAlbum, icon: PLUS, onSelect: onAddToAlbum }];
  const deletion: MenuItem[] =
    onDelete === null ? [] : [{ label: words.deleteImage, icon: 'trash', onSelect: onDelete }];
  const help: MenuItem = {
    label: shortcutsText.value.title,
    icon: 'list',
    onSelect: () => void openShortcuts(),
  };
  return fillsWindow ? [...adding, help, ...deletion] : [...adding, full, ...deletion];
}
