import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { AddToAlbum, openAddToAlbum } from '../album-choice/add-to-album.tsx';
import { isInWork } from '../gallery/model/gallery-state.ts';
import type { Walk } from '../gallery/model/walk.ts';
import { ShortcutsHelp } from '../gallery/shortcuts-help.tsx';
import { linksOf } from '../../state/image-links.ts';
import { isAccountLocked, user } from '../../state/session.ts';
import { imageText } from '../../text/image.ts';
import { useMedia } from '../../widgets/use-media.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { ImageStage } from './image-stage.tsx';
import { listMore, runCommand, share } from './run-command.ts';
import { toShownImage, type SeenImage } from './shown-image.ts';
import { Unpublished } from './unpublished.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useIdle } from './use-idle.ts';
import type { ImageDetail } from './use-image.ts';
import { useParts } from './use-parts.ts';
import type { Steps } from './use-steps.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { useZoom } from './use-zoom.ts';
import { ViewerActions } from './viewer-actions.tsx';
import { ViewerBar } from './viewer-bar.tsx';
import type { ViewerCommand } from './viewer-keys.ts';
import { ViewerPanel } from './viewer-panel.tsx';
import { ViewerTools } from './viewer-tools.tsx';

/** At least 900 CSS pixels at the usual size of text. */
const WIDE = '(width >= 56.25em)';

interface ImageViewerProps {
  readonly seen: SeenImage;
  readonly image: ImageDetail | undefined;
  readonly walk: Walk;
  readonly steps: Steps | null;
  readonly isOverdue: boolean;
  readonly onChange: (image: ImageDetail) => void;
  readonly onLookAgain: () => void;
  readonly onDeleted: () => void;
  readonly onLeave: () => void;
}

/** An image over the whole window, with its data beside it; in a narrow window, at the head of the page. */
export function ImageViewer(props: ImageViewerProps) {
  const { seen, image, walk, steps, onChange } = props;
  const links = useMemo(() => linksOf(seen), [seen]);
  const shown = useMemo(() => toShownImage(seen), [seen]);
  const zoom = useZoom(shown);
  const screen = useFullScreen();
  const parts = useParts(screen.isFull);
  const isIdle = useIdle(screen.isFull);
  const fillsWindow = useMedia(WIDE) || screen.isFull;
  const [isAsking, setAsking] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const ask = useCallback(() => setAsking(true), []);
  const mayDelete = image !== undefined && !isAccountLocked.value && !isInWork(image);
  const onDelete = mayDelete ? ask : null;
  const mayAdd = image !== undefined && !isAccountLocked.value && user.value?.id === image.user_id;
  const onAddToAlbum = mayAdd ? () => void openAddToAlbum([image.id]) : null;
  const commands = { ...props, links, screen, parts, onAddToAlbum, onDelete, panel };
  const run = (command: ViewerCommand): void => runCommand(command, commands);
  useViewerKeys({ onZoomKey: zoom.takeKey, onCommand: run });
  // Not with each movement of the image.
  const about = useMemo(
    () =>
      image !== undefined && (
        <ViewerPanel
          key={image.id}
          image={image}
          links={links}
          onChange={onChange}
          onDelete={onDelete}
        />
      ),
    [image, links, onChange, onDelete],
  );
  return (
    <article
      class={fillsWindow ? 'viewer on-stage' : 'viewer'}
      data-layout={fillsWindow ? 'window' : 'page'}
      data-info={parts.shown.info}
      data-idle={isIdle}
    >
      <ViewerBar walk={walk} image={seen} steps={steps} onLeave={props.onLeave}>
        {fillsWindow && <ViewerTools {...{ zoom, shown, screen, parts }} />}
        <ViewerActions
          image={seen}
          links={links}
          more={listMore(commands, fillsWindow)}
          onCopy={() => run('copy')}
          onShare={fillsWindow ? null : () => share(commands)}
        />
      </ViewerBar>
      <div class="viewer-stage on-stage">
        {shown !== null && (
          <ImageStage image={shown} steps={steps} zoom={zoom} fillsWindow={fillsWindow} />
        )}
        {shown === null && image !== undefined && (
          <Unpublished image={image} isOverdue={props.isOverdue} onLookAgain={props.onLookAgain} />
        )}
      </div>
      {fillsWindow && parts.shown.strip && steps !== null && (
        <Filmstrip id={seen.id} walk={walk} steps={steps} />
      )}
      {(!fillsWindow || parts.shown.info) && (
        <aside
          ref={panel}
          class="viewer-panel"
          aria-label={imageText.value.info}
          aria-busy={image === undefined}
          // Without a picture nothing in it takes the focus, which scrolls it.
          tabIndex={fillsWindow && shown === null ? 0 : undefined}
        >
          {about}
        </aside>
      )}
      {isAsking && image !== undefined && (
        <DeleteDialog
          id={image.id}
          isOwn={user.value?.id === image.user_id}
          onDeleted={() => {
            // Before the next image takes its place.
            setAsking(false);
            props.onDeleted();
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <AddToAlbum />
      <ShortcutsHelp />
    </article>
  );
}
