import type { ImageLinks } from '../../state/image-links.ts';
import { previewUrl } from '../../state/preview-of.ts';
import { variantLinksOf } from '../../state/variant-links.ts';
import { imageText } from '../../text/image.ts';
import { IconButton } from '../../widgets/button.tsx';
import { copyImage, makePng, saveFile, saveImage } from '../../widgets/copy-image.ts';
import { Icon } from '../../widgets/icon.tsx';
import { Menu, type MenuItem } from '../../widgets/menu.tsx';
import { showToast } from '../../widgets/toast.tsx';
import type { SeenImage } from './shown-image.ts';
import { COPY, DOWNLOAD, SHARE } from '../../widgets/rare-icons.ts';

interface ViewerActionsProps {
  readonly image: SeenImage;
  /** Null while it is processed or has failed. */
  readonly links: ImageLinks | null;
  /** Items that depend on what the page shows, and on the viewer's rights. */
  readonly more: readonly MenuItem[];
  readonly onCopy: () => void;
  /** Null where the links stand beside. */
  readonly onShare: (() => void) | null;
}

export function ViewerActions({ image, links, more, onCopy, onShare }: ViewerActionsProps) {
  const words = imageText.value;
  const items = [...(links === null ? [] : listCopies(image)), ...more];
  return (
    <div class="viewer-actions on-stage">
      {links !== null && (
        <>
          <IconButton icon="link" label={words.copyLink} aria-keyshortcuts="C" onClick={onCopy} />
          {onShare !== null && (
            <IconButton icon={SHARE} label={words.shareByDevice} onClick={onShare} />
          )}
          <a
            class="icon-button button-quiet"
            {...downloadOf(image, links)}
            aria-label={words.download}
            aria-keyshortcuts="D"
            title={words.download}
          >
            <Icon name={DOWNLOAD} />
          </a>
        </>
      )}
      {items.length > 0 && (
        <Menu label={words.moreActions} button={<Icon name="more" />} items={items} />
      )}
    </div>
  );
}

/** The published image, or the original of pipeline 1. */
export function downloadOf(image: SeenImage, { url }: ImageLinks) {
  return { href: url, download: image.pipeline_version === 1 ? image.filename : fileOf(image) };
}

function listCopies(image: SeenImage): MenuItem[] {
  const words = imageText.value;
  const { master } = variantLinksOf(image);
  const copies: MenuItem[] = [
    { label: words.copyImage, icon: COPY, onSelect: () => void copyPicture(image) },
  ];
  if (master === undefined) return copies;
  const onSelect = (): void => saveFile({ href: master, download: fileOf(image) });
  return [...copies, { label: words.downloadMaster, icon: DOWNLOAD, onSelect }];
}

async function copyPicture(image: SeenImage): Promise<void> {
  const words = imageText.peek();
  const url = previewUrl(image, 'published');
  if (url === null) return;
  const png = makePng(url);
  try {
    const isCopied = await copyImage(png);
    if (!isCopied) saveImage(await png, `${nameOf(image)}.png`);
    showToast({ message: isCopied ? words.imageCopied : words.imageSaved });
  } catch {
    showToast({ kind: 'failure', message: words.imageFailed });
  }
}

function fileOf(image: SeenImage): string {
  return `${nameOf(image)}.webp`;
}

export function nameOf({ title, filename }: Pick<SeenImage, 'title' | 'filename'>): string {
  return title || filename;
}
