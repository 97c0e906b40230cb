import { countWork, type WorkKind } from '../model/count-work.ts';
import { formatNumber } from '../../../state/format.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';

const WORK: readonly WorkKind[] = ['failed', 'queued', 'running', 'purge', 'erase', 'account'];

export function PendingWork() {
  const admin = adminText.value;
  return (
    <section class="card">
      <h2>{admin.overview.work}</h2>
      <ul class="overview-list">
        {WORK.map((kind) => (
          <Row key={kind} kind={kind} />
        ))}
      </ul>
    </section>
  );
}

function Row({ kind }: { readonly kind: WorkKind }) {
  const { overview, outbox } = adminText.value;
  const found = useResource((signal) => countWork(kind, signal), kind);
  const isPublication = kind === 'failed' || kind === 'queued' || kind === 'running';
  const label = isPublication ? overview[kind] : outbox.kinds[kind];
  const href = isPublication ? `/admin/publications?status=${kind}` : `/admin/outbox?kind=${kind}`;
  const { value } = found.value;
  const count = value === undefined ? '–' : formatNumber(value.count);
  const isBad = kind === 'failed' && (value?.count ?? 0) > 0;
  return (
    <li>
      <a href={href}>{label}</a>
      <span class={isBad ? 'overview-count overview-state-bad' : 'overview-count'}>
        {value?.hasMore === true ? overview.atLeast(count) : count}
      </span>
    </li>
  );
}
