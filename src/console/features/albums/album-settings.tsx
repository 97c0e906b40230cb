import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { PAGES } from '../../../shared/pages.ts';
import { changeAlbum, deleteAlbum, replaceAlbumLink } from '../../api/albums.ts';
import type { Album, AlbumChange } from '../../api/types.ts';
import { albumText } from '../../text/album-pages.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { SelectField } from '../../widgets/field.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { ActionError, useAction } from '../../widgets/use-action.tsx';
import { AlbumLink } from './album-link.tsx';

interface SettingsProps {
  readonly album: Album;
  readonly onChange: (album: Album) => void;
}

interface AlbumSettingsProps extends SettingsProps {
  readonly onReorder: (order: Album['order']) => Promise<void>;
}

type Asked = 'unshare' | 'replace' | 'delete';

export function AlbumSettings({ album, onChange, onReorder }: AlbumSettingsProps) {
  const words = albumText.value;
  const asked = useSignal<Asked | null>(null);
  const { isBusy, error, run } = useAction();
  const { visibility, order } = album;
  const change = (body: AlbumChange): void =>
    void run(async () => onChange(await changeAlbum(album.id, body)));
  return (
    <div class="album-settings" aria-busy={isBusy.value}>
      <SelectField
        label={words.sharing}
        value={visibility}
        options={words.visibility}
        hint={words.meaning[visibility]}
        onValue={(next) => {
          if (next === 'private') asked.value = 'unshare';
          else change({ visibility: next });
        }}
      />
      <SelectField
        label={words.order}
        value={order}
        options={words.orders}
        hint={order === 'manual' ? words.orderHint : undefined}
        onValue={(next) => void run(() => onReorder(next))}
      />
      <AlbumLink album={album} onChange={change} onReplace={() => (asked.value = 'replace')} />
      <Button kind="quiet" icon="trash" onClick={() => (asked.value = 'delete')}>
        {words.deleteAlbum}
      </Button>
      <ActionError error={error.value} />
      {asked.value !== null && (
        <Question
          asked={asked.value}
          album={album}
          onChange={onChange}
          onClose={() => (asked.value = null)}
        />
      )}
    </div>
  );
}

interface QuestionProps extends SettingsProps {
  readonly asked: Asked;
  readonly onClose: () => void;
}

function Question({ asked, album, onChange, onClose }: QuestionProps) {
  const words = albumText.value;
  const { route } = useLocation();
  const { title, action, hint } = {
    unshare: { title: words.unshareTitle, action: words.unshareAction, hint: words.unshareHint },
    replace: { title: words.replaceTitle, action: words.replaceAction, hint: words.replaceHint },
    delete: {
      title: words.deleteTitle(album.title),
      action: words.deleteAction,
      hint: words.deleteHint,
    },
  }[asked];
  const confirm = async (): Promise<void> => {
    if (asked === 'unshare') onChange(await changeAlbum(album.id, { visibility: 'private' }));
    else if (asked === 'replace') {
      onChange(await replaceAlbumLink(album.id));
      showToast({ message: words.replaced });
    } else {
      await deleteAlbum(album.id);
      onClose();
      route(PAGES.albums);
      showToast({ message: words.deleted });
    }
  };
  return (
    <ConfirmDialog title={title} action={action} onConfirm={confirm} onClose={onClose}>
      <p>{hint}</p>
    </ConfirmDialog>
  );
}
