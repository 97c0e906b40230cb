import { copyImage, makePng, saveImage } from '../../widgets/copy-image.ts';
import type { ImageLinks } from '../../state/image-links.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { showToast } from '../../widgets/toast.tsx';
import type { SeenImage } from './shown-image.ts';
import { useAction } from '../../widgets/use-action.tsx';

interface ImageActionsProps {
  readonly image: SeenImage;
  readonly links: ImageLinks;
}

export function ImageActions({ image, links }: ImageActionsProps) {
  const words = imageText.value;
  const { isBusy, run } = useAction();
  const name = image.title || image.filename;
  const copy = async (): Promise<void> => {
    const png = makePng(links.url);
    try {
      const isCopied = await copyImage(png);
      if (!isCopied) saveImage(await png, `${name}.png`);
      showToast({ message: isCopied ? words.imageCopied : words.imageSaved });
    } catch {
      showToast({ kind: 'failure', message: words.imageFailed });
    }
  };
  const isLegacy = image.pipeline_version === 1;
  const { master } = links.variants;
  return (
    <div class="image-buttons">
      <Button icon="copy" isBusy={isBusy.value} onClick={() => void run(copy)}>
        {words.copyImage}
      </Button>
      <a
        class="button button-secondary"
        href={links.url}
        download={isLegacy ? image.filename : `${name}.webp`}
      >
        <Icon name="download" />
        <span>{words.download}</span>
      </a>
      {master !== undefined && (
        <a class="button button-secondary" href={master} download={`${name}.webp`}>
          <Icon name="download" />
          <span>{words.downloadMaster}</span>
        </a>
      )}
    </div>
  );
}
