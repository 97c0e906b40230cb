import './job-panel.css';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  continueJob,
  dismissJob,
  remainingOf,
  stopJob,
  type Job,
  type JobState,
} from './model/image-jobs.ts';
import { isRemoval, type Entry } from './model/journal.ts';
import { forgetJob, resumeJob } from './model/left-jobs.ts';
import { explainError } from '../../state/explain-error.ts';
import { formatDuration, formatNumber } from '../../state/format.ts';
import { text } from '../../text/language.ts';
import { selectionText } from '../../text/selection.ts';
import { Button, IconButton } from '../../widgets/button.tsx';
import { ProgressBar } from '../../widgets/progress.tsx';
import { useCountdown } from '../../widgets/use-countdown.ts';
import { useFocusFallback } from '../../widgets/use-focus-fallback.ts';

const NAMES_SHOWN = 3;
const SAID_MS = 6000;

export function JobPanel({ job }: { readonly job: Job }) {
  const { state } = job;
  if (state.phase === 'waiting') return null;
  return state.phase === 'running' ? (
    <RunningJob job={job} state={state} />
  ) : (
    <EndedJob job={job} state={state} />
  );
}

type Phase<Name extends JobState['phase']> = Extract<JobState, { readonly phase: Name }>;

interface PhaseProps<Name extends JobState['phase']> {
  readonly job: Job;
  readonly state: Phase<Name>;
}

function RunningJob({ job, state }: PhaseProps<'running'>) {
  const words = selectionText.value;
  const { common } = text.value;
  const { done, failures, pausedUntil, isOffline, total } = state.progress;
  const settled = done + failures.length;
  const waitMs = useCountdown(pausedUntil);
  const label = words.running[job.change](formatNumber(settled), formatNumber(total));
  const isPaused = pausedUntil !== null;
  const announceWait = (ms: number): string =>
    ms > 0 ? `${words.rateLimited} ${common.continueIn(formatDuration(ms))}` : words.rateLimited;
  const announcement = useMemo(
    () => (pausedUntil === null ? '' : announceWait(pausedUntil - Date.now())),
    [pausedUntil, words],
  );
  const stopButton = useRef<HTMLDivElement>(null);
  useFocusFallback(() => stopButton.current?.querySelector('button') ?? null);
  return (
    // Announcing each number would be too much.
    <div class="gallery-job" aria-live="off">
      <div class="gallery-job-text">
        <p>{label}</p>
        <ProgressBar label={label} share={settled / total} />
        <p class="gallery-job-note">
          {isPaused && announceWait(waitMs)}
          {isOffline && words.waitsForNetwork}
        </p>
        <p class="visually-hidden" role="status">
          {isOffline ? words.waitsForNetwork : announcement}
        </p>
      </div>
      <div ref={stopButton} class="gallery-actions">
        <Button isBusy={state.isStopping} onClick={() => stopJob(job.key)}>
          {state.isStopping ? words.stopping : words.stop}
        </Button>
        {isPaused && (
          <Button kind="primary" isBlocked={waitMs > 0} onClick={() => continueJob(job.key)}>
            {common.continue}
          </Button>
        )}
      </div>
    </div>
  );
}

function EndedJob({ job, state }: PhaseProps<'ended'>) {
  const { common } = text.value;
  const words = selectionText.value;
  const { key, change } = job;
  const { done, outcome, isLeftSelected } = state;
  const { failures, endedBy } = outcome;
  const remaining = remainingOf(outcome).length;
  useEffect(() => {
    if (remaining > 0) return;
    const timer = setTimeout(() => dismissJob(key), SAID_MS);
    return () => clearTimeout(timer);
  }, [key, remaining]);
  return (
    <div class="gallery-job">
      <div class="gallery-job-text">
        <p>{words.ended[change](done, formatNumber(done))}</p>
        {endedBy !== null && <p class="gallery-job-failure">{explainError(endedBy)}</p>}
        {groupFailures(job, failures).map(({ reason, count, names }) => (
          <p key={reason} class="gallery-job-failure">
            {words.failures(count, formatNumber(count))}: {reason} <span>({names})</span>
          </p>
        ))}
        {remaining > 0 && (
          <p class="gallery-job-note">
            {isLeftSelected
              ? words.stillSelected(remaining, formatNumber(remaining))
              : words.leftAsIs(remaining, formatNumber(remaining))}
          </p>
        )}
      </div>
      <IconButton icon="close" label={common.close} onClick={() => dismissJob(key)} />
    </div>
  );
}

interface FailureGroup {
  readonly reason: string;
  readonly count: number;
  readonly names: string;
}

function groupFailures(job: Job, failures: Phase<'ended'>['outcome']['failures']): FailureGroup[] {
  const words = selectionText.value;
  const groups = Map.groupBy(failures, ({ reason }) => explainError(reason));
  return [...groups].map(([reason, group]) => {
    const names = group
      .slice(0, NAMES_SHOWN)
      .map(({ id }) => job.names.get(id) ?? words.imageNumber(id));
    const others = group.length - names.length;
    if (others > 0) names.push(words.andMore(formatNumber(others)));
    return { reason, count: group.length, names: names.join(', ') };
  });
}

export function LeftJobPanel({ entry }: { readonly entry: Entry }) {
  const words = selectionText.value;
  const { change, ids } = entry;
  return (
    <div class="gallery-job">
      <p>{words.leftBehind[change](ids.length, formatNumber(ids.length))}</p>
      <div class="gallery-actions">
        <Button onClick={() => forgetJob(entry)}>{words.leaveIt}</Button>
        <Button kind={isRemoval(change) ? 'danger' : 'primary'} onClick={() => resumeJob(entry)}>
          {words.finishIt[change]}
        </Button>
      </div>
    </div>
  );
}
