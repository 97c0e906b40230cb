import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copyImageLinks } from './model/copy-image-links.ts';
import {
  endSelecting,
  list,
  listed,
  pressSelects,
  selection,
  total,
} from './model/gallery-state.ts';
import { jobs } from './model/image-jobs.ts';
import { selectWhole } from './model/select-months.ts';
import { findLeftJobs, leftJobs } from './model/left-jobs.ts';
import { LINK_FORMS, type LinkForm } from '../../../shared/link-forms.ts';
import { formatNumber } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { isAccountLocked } from '../../state/session.ts';
import { galleryText } from '../../text/gallery.ts';
import { selectionText } from '../../text/selection.ts';
import { Button, IconButton } from '../../widgets/button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { Menu } from '../../widgets/menu.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { AddToAlbum, openAddToAlbum } from '../album-choice/add-to-album.tsx';
import { ChangeDialog, type AskedChange } from './change-dialog.tsx';
import { focusGrid } from './focus-grid.ts';
import { JobPanel, LeftJobPanel } from './job-panel.tsx';
import { PLUS } from '../../widgets/rare-icons.ts';

export function SelectionBar() {
  const isShown = pressSelects.value;
  useEffect(() => void findLeftJobs(), []);
  const shownJobs = jobs.value.filter(({ state }) => state.phase !== 'waiting');
  const hasJobs = shownJobs.length > 0 || leftJobs.value.length > 0;
  return (
    <div class="selection-bar" data-used={isShown || hasJobs}>
      {/* A live region must exist before its first message; empty, it is no landmark. */}
      <div
        role={hasJobs ? 'region' : undefined}
        aria-label={hasJobs ? selectionText.value.jobs : undefined}
        aria-live="polite"
        class="gallery-jobs"
      >
        {leftJobs.value.map((entry) => (
          <LeftJobPanel key={entry.key} entry={entry} />
        ))}
        {shownJobs.map((job) => (
          <JobPanel key={job.key} job={job} />
        ))}
      </div>
      {isShown && <SelectionTools />}
    </div>
  );
}

function SelectionTools() {
  const words = selectionText.value;
  // The banner above says why nothing can be changed.
  const asked = useSignal<AskedChange | null>(null);
  const { ids } = selection.value;
  const hasSome = ids.size > 0;
  return (
    <div role="region" aria-label={words.selectionBar} class="gallery-selection">
      <IconButton
        icon="close"
        label={galleryText.value.clear}
        onClick={() => {
          endSelecting();
          focusGrid();
        }}
      />
      {hasSome && !listed.value.isReadingMonths && <SelectedCount count={ids.size} />}
      <p role="status">{describeSelection()}</p>
      <SelectWhole />
      {hasSome && (
        <div class="gallery-actions">
          <Menu
            label={words.copyLinks}
            button={<ActionFace icon="link" label={words.copyLinks} />}
            items={LINK_FORMS.map((form) => ({
              label: words.linkForms[form],
              onSelect: () => void copyLinks(form),
            }))}
          />
          {!isAccountLocked.value && (
            <Changes ids={ids} onAsk={(change) => (asked.value = change)} />
          )}
        </div>
      )}
      <AddToAlbum />
      {asked.value !== null && (
        <ChangeDialog change={asked.value} ids={[...ids]} onClose={() => (asked.value = null)} />
      )}
    </div>
  );
}

/** In place of the words, where a phone has no room for them. */
function SelectedCount({ count }: { readonly count: number }) {
  return (
    <span class="gallery-count" aria-hidden="true">
      {formatNumber(count)}
    </span>
  );
}

/** Before anything is selected, and when that is all which is loaded. */
function SelectWhole() {
  const { loadedCount, hasMore, isReadingMonths } = listed.value;
  const { size } = selection.value.ids;
  const isOffered = size === 0 ? loadedCount > 0 : hasMore && size >= loadedCount;
  if (!isOffered || isReadingMonths) return null;
  const all = total.value;
  return (
    <Button
      kind="quiet"
      onClick={() => {
        void selectWhole();
        focusGrid();
      }}
    >
      {selectionText.value.selectWhole(all === null ? null : formatNumber(all))}
    </Button>
  );
}

interface ChangesProps {
  readonly ids: ReadonlySet<number>;
  readonly onAsk: (change: AskedChange) => void;
}

function Changes({ ids, onAsk }: ChangesProps) {
  const words = selectionText.value;
  return (
    <>
      <Button icon={PLUS} onClick={() => void openAddToAlbum([...ids])}>
        <span class="gallery-action-label">{words.addToAlbum}</span>
      </Button>
      <Menu
        label={words.changeVisibility}
        button={<ActionFace icon="lock" label={words.changeVisibility} />}
        items={[
          { label: words.makePublic, icon: 'globe', onSelect: () => onAsk('public') },
          { label: words.makePrivate, icon: 'lock', onSelect: () => onAsk('private') },
        ]}
      />
      <Button kind="danger" icon="trash" onClick={() => onAsk('trash')}>
        <span class="gallery-action-label">{text.value.common.delete}</span>
      </Button>
    </>
  );
}

function describeSelection(): string {
  const words = selectionText.value;
  const { loadedCount, hasMore, isReadingMonths } = listed.value;
  const { size } = selection.value.ids;
  if (isReadingMonths) return words.selecting;
  if (size === 0) return galleryText.value.pressToSelect;
  if (!hasMore || size < loadedCount) return words.selected(formatNumber(size));
  const all = total.value;
  return words.selectedAllLoaded(formatNumber(size), all === null ? null : formatNumber(all));
}

function ActionFace({ icon, label }: { readonly icon: 'link' | 'lock'; readonly label: string }) {
  return (
    <>
      <Icon name={icon} />
      <span class="gallery-action-label">{label}</span>
    </>
  );
}

async function copyLinks(form: LinkForm): Promise<void> {
  const { common } = text.value;
  const words = selectionText.value;
  const { ids } = selection.peek();
  const { copied, withoutLink, hasPrivate } = await copyImageLinks(
    list.peek().sections.flatMap(({ images }) => images.filter(({ id }) => ids.has(id))),
    form,
  );
  if (copied === null) return;
  const said = [
    copied === 0 ? words.noLinks : common.linksCopied(copied, formatNumber(copied)),
    copied > 0 && withoutLink > 0 ? words.withoutLink(withoutLink) : '',
    hasPrivate ? common.privateLinks : '',
  ];
  showToast({
    message: said.filter((part) => part !== '').join(' '),
  });
}
