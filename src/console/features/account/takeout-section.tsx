import { useEffect } from 'preact/hooks';
import { ApiError } from '../../../client/errors.ts';
import { DOWNLOAD_ALLOWANCE_EXHAUSTED } from '../../../shared/error-codes.ts';
import {
  continueTakeout,
  countVolumes,
  isOfService,
  resetTakeout,
  takeout,
  TakenElsewhere,
} from './model/takeout.ts';
import { canWriteFiles } from './model/takeout-targets.ts';
import { explainError } from '../../state/explain-error.ts';
import { formatBytes } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { accountText } from '../../text/account.ts';
import { isAccountLocked, readSession, user } from '../../state/session.ts';
import { Button } from '../../widgets/button.tsx';
import { ProgressBar } from '../../widgets/progress.tsx';
import { DOWNLOAD } from '../../widgets/rare-icons.ts';

export function TakeoutSection() {
  const { takeout: words } = accountText.value;
  const imageCount = user.value?.image_count ?? 0;
  const volumes = countVolumes(imageCount);
  // Read again, because the number of images gives the number of files.
  useEffect(() => void readSession(), []);
  return (
    <section class="card account-takeout" aria-labelledby="account-takeout">
      <h2 id="account-takeout">{words.title}</h2>
      <p>{words.what}</p>
      {volumes > 1 && <p class="account-soft">{words.inVolumes(volumes)}</p>}
      {isAccountLocked.value && <p class="account-note">{words.allowance}</p>}
      {imageCount === 0 && takeout.value.phase === 'idle' && (
        <p class="account-soft">{words.empty}</p>
      )}
      <Progress />
      <Actions imageCount={imageCount} />
    </section>
  );
}

function Progress() {
  const { takeout: words } = accountText.value;
  const { phase, position, volumes, bytes, error } = takeout.value;
  const isStream = canWriteFiles();
  return (
    <div class="account-takeout-progress">
      {phase === 'running' && isStream && (
        <>
          <ProgressBar
            label={words.title}
            share={volumes === 1 ? null : (position.volume - 1) / volumes}
          />
          <p>{words.progress(position.volume, volumes, formatBytes(bytes))}</p>
        </>
      )}
      {/* Bytes change too often to be announced. */}
      <div role="status">
        {phase === 'running' && isStream && (
          <p class="visually-hidden">{words.running(position.volume, volumes)}</p>
        )}
        {phase === 'kept' && <p>{words.kept(position.volume - 1, volumes)}</p>}
        {phase === 'waiting' && (
          <p>
            {isStream ? words.saved(position.volume - 1) : words.handedOver(position.volume - 1)}
          </p>
        )}
        {phase === 'done' && (
          <p class="account-good">
            {isStream ? words.done(formatBytes(bytes)) : words.allHandedOver}
          </p>
        )}
      </div>
      <div role="alert">
        {phase === 'failed' && (
          <p class="field-error">
            {words.failed(position.volume)} {describeFailure(error)}
          </p>
        )}
      </div>
    </div>
  );
}

function Actions({ imageCount }: { readonly imageCount: number }) {
  const { common } = text.value;
  const account = accountText.value;
  const { takeout: words } = account;
  const { phase, position, volumes, error } = takeout.value;
  const isOver = error instanceof ApiError && error.code === DOWNLOAD_ALLOWANCE_EXHAUSTED;
  const label = {
    idle: words.start,
    running: words.start,
    kept: words.next(position.volume, volumes),
    waiting: words.next(position.volume, volumes),
    failed: words.again(position.volume),
    done: words.anew,
  }[phase];
  return (
    <div class="account-actions">
      {!(phase === 'failed' && isOver) && (
        <Button
          kind={phase === 'done' ? 'secondary' : 'primary'}
          icon={DOWNLOAD}
          isBusy={phase === 'running'}
          onClick={() => {
            if (phase === 'done') resetTakeout();
            void continueTakeout(imageCount);
          }}
        >
          {label}
        </Button>
      )}
      {phase !== 'idle' && phase !== 'done' && (
        <Button onClick={resetTakeout}>{phase === 'kept' ? words.restart : common.cancel}</Button>
      )}
    </div>
  );
}

/** A failed write is no failure of the service. */
function describeFailure(error: unknown): string {
  const { takeout: words } = accountText.value;
  if (error instanceof TakenElsewhere) return words.elsewhere;
  return isOfService(error) ? explainError(error) : words.unwritable;
}
