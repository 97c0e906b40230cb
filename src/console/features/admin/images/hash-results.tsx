import { useEffect, useMemo } from 'preact/hooks';
import type { MatchingTrash } from '../../../api/types.ts';
import { formatPercent, formatTime } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { Button } from '../../../widgets/button.tsx';
import { ProgressBar } from '../../../widgets/progress.tsx';
import { EmptyState } from '../../../widgets/states.tsx';
import { ActionError } from '../../../widgets/use-action.tsx';
import { HashSearch } from '../model/hash-search.ts';
import { readHash } from '../model/image-choice.ts';
import { learnNames } from '../model/user-names.ts';
import { PersonLink } from '../person-link.tsx';
import { ImageRows } from './image-rows.tsx';

export function HashResults({ typed }: { readonly typed: string }) {
  const sha256 = readHash(typed);
  if (sha256 === null) return <p class="card admin-soft">{adminText.value.images.chooseHash}</p>;
  return <Results key={sha256} sha256={sha256} />;
}

function Results({ sha256 }: { readonly sha256: string }) {
  const { images } = adminText.value;
  const search = useMemo(() => new HashSearch(sha256), [sha256]);
  useEffect(() => {
    void search.run();
    return () => search.stop();
  }, [search]);
  const found = search.images.value;
  const trashed = search.trashed.value;
  const isDone = search.state.value === 'done';
  return (
    <ImageRows
      items={found}
      noteOf={({ matches }) =>
        images.matches(matches.map((match) => images.matchNames[match]).join(', '))
      }
      onChanged={(id) => void search.refresh(id)}
      onDeleted={(id) => search.remove(id)}
      before={<Progress search={search} />}
    >
      {trashed.length > 0 && <TrashedRows items={trashed} />}
      {isDone && found.length + trashed.length === 0 && (
        <EmptyState icon="gallery" title={images.empty}>
          <p>{images.emptyHash}</p>
        </EmptyState>
      )}
    </ImageRows>
  );
}

function Progress({ search }: { readonly search: HashSearch }) {
  const { images } = adminText.value;
  const state = search.state.value;
  const isRunning = state === 'running';
  const count = search.images.value.length + search.trashed.value.length;
  return (
    <div class="images-search">
      {state !== 'done' && <ProgressBar label={images.searching} share={search.progress.value} />}
      <span class="admin-small" role="status">
        {state === 'done'
          ? images.searched(count)
          : images.soFar(formatPercent(search.progress.value), count)}
      </span>
      {state !== 'done' && (
        <Button onClick={() => (isRunning ? search.stop() : void search.run())}>
          {isRunning ? images.stop : images.goOn}
        </Button>
      )}
      <ActionError error={search.error.value} />
    </div>
  );
}

function TrashedRows({ items }: { readonly items: readonly MatchingTrash[] }) {
  const { images } = adminText.value;
  const owners = [...new Set(items.map(({ user_id: owner }) => owner))];
  useEffect(() => void learnNames(owners), [owners.join()]);
  return (
    <section class="admin-section" aria-label={images.trashed}>
      <h3>{images.trashed}</h3>
      <p class="admin-soft">{images.trashedHint}</p>
      <ul class="admin-list">
        {items.map(({ id, user_id: owner, unique_link: link, erase_due_at: due }) => (
          <li key={id}>
            <div class="admin-item">
              <span>
                <PersonLink id={owner} /> · <code>{link}</code>
              </span>
              <span class="admin-small admin-soft">
                {images.erasedOn(formatTime(due, { dateStyle: 'long' }))}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
