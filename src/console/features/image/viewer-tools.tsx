import { imageText } from '../../text/image.ts';
import { IconButton } from '../../widgets/button.tsx';
import type { ShownImage } from './shown-image.ts';
import type { FullScreen } from './use-full-screen.ts';
import type { Parts } from './use-parts.ts';
import type { Zoom } from './use-zoom.ts';
import { ZoomTools } from './zoom-tools.tsx';
import { EXPAND, INFO } from '../../widgets/rare-icons.ts';

interface ViewerToolsProps {
  readonly shown: ShownImage | null;
  readonly zoom: Zoom;
  readonly screen: FullScreen;
  readonly parts: Parts;
}

/** Only where the image fills the window: in a page, fingers zoom it, and its data stand below. */
export function ViewerTools({ shown, zoom, screen, parts }: ViewerToolsProps) {
  const words = imageText.value;
  return (
    <div class="viewer-tools">
      {shown !== null && <ZoomTools zoom={zoom} />}
      <IconButton
        icon={screen.isFull ? 'close' : EXPAND}
        label={screen.isFull ? words.leaveFullScreen : words.fullScreen}
        aria-keyshortcuts="F"
        onClick={screen.toggle}
      />
      <IconButton
        icon="gallery"
        label={words.filmstrip}
        aria-keyshortcuts="T"
        aria-pressed={parts.shown.strip}
        onClick={() => parts.toggle('strip')}
      />
      <IconButton
        icon={INFO}
        label={words.info}
        aria-keyshortcuts="I"
        aria-pressed={parts.shown.info}
        onClick={() => parts.toggle('info')}
      />
    </div>
  );
}
