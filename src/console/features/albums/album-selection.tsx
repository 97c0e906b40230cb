import { changeAlbum } from '../../api/albums.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { isAccountLocked } from '../../state/session.ts';
import { albumText } from '../../text/album-pages.ts';
import { Button, IconButton } from '../../widgets/button.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { AddToAlbum, openAddToAlbum } from '../album-choice/add-to-album.tsx';
import { takeCalls } from '../../api/in-calls.ts';
import { CountedProgress } from '../../widgets/progress.tsx';
import type { AlbumWalk } from './model/album-walk.ts';
import { ActionError, useAction } from '../../widgets/use-action.tsx';
import { LEFT, PLUS, RIGHT } from '../../widgets/rare-icons.ts';

interface SelectionProps {
  readonly walk: AlbumWalk;
  readonly album: Album;
  readonly onChange: (album: Album) => void;
  readonly onRemove: () => void;
  /** Null in an order of date. */
  readonly onStep: ((by: -1 | 1) => void) | null;
}

export function AlbumSelection(props: SelectionProps) {
  const { walk, album, onChange, onRemove, onStep } = props;
  const { selecting } = walk;
  const { ids } = selecting.selection.value;
  const words = albumText.value;
  const { isBusy, error, run } = useAction();
  const [only] = ids;
  const isCover = album.cover?.is_chosen === true && album.cover.image_id === only;
  const setCover = async (): Promise<void> => {
    if (only === undefined) return;
    onChange(await changeAlbum(album.id, { cover_image_id: isCover ? null : only }));
    showToast({ message: words.coverSet });
  };
  return (
    <div class="selection-bar" data-used>
      <div role="region" aria-label={words.selection} class="gallery-selection">
        <IconButton icon="close" label={words.clear} onClick={() => selecting.end()} />
        <p role="status">
          {selecting.isReading ? words.selecting : words.selected(formatNumber(ids.size))}
        </p>
        <MoveProgress walk={walk} />
        {!isAccountLocked.value && ids.size > 0 && (
          <div class="gallery-actions">
            {onStep !== null && (
              <>
                <IconButton icon={LEFT} label={words.earlier} onClick={() => onStep(-1)} />
                <IconButton icon={RIGHT} label={words.later} onClick={() => onStep(1)} />
              </>
            )}
            {ids.size === 1 && (
              <Button icon="gallery" isBusy={isBusy.value} onClick={() => void run(setCover)}>
                <span class="gallery-action-label">
                  {isCover ? words.clearCover : words.setCover}
                </span>
              </Button>
            )}
            <Button icon={PLUS} onClick={() => void openAddToAlbum([...ids])}>
              <span class="gallery-action-label">{words.addToAlbum}</span>
            </Button>
            <Button icon="minus" onClick={onRemove}>
              <span class="gallery-action-label">{words.remove}</span>
            </Button>
          </div>
        )}
        <ActionError error={error.value} />
        <AddToAlbum />
      </div>
    </div>
  );
}

function MoveProgress({ walk }: { readonly walk: AlbumWalk }) {
  const { value: progress } = walk.moves.progress;
  if (progress === null || !takeCalls(progress.total)) return null;
  const words = albumText.value;
  const { done, total } = progress;
  return (
    <CountedProgress
      label={words.savingOrder}
      note={words.progress(formatNumber(done), formatNumber(total))}
      done={done}
      total={total}
    />
  );
}
