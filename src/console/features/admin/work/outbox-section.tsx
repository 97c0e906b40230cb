import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { countPayload } from '../model/count-payload.ts';
import { usePages } from '../model/use-pages.ts';
import { learnNames } from '../model/user-names.ts';
import { api, call } from '../../../api/client.ts';
import type { OutboxEvent } from '../../../api/types.ts';
import { formatNumber } from '../../../state/format.ts';
import { formatRelative } from '../../../state/format-relative.ts';
import { adminText } from '../../../text/admin.ts';
import { SelectField } from '../../../widgets/field.tsx';
import { PersonLink } from '../person-link.tsx';
import { SectionHead } from '../section-head.tsx';
import { WorkList } from './work-list.tsx';

type Kind = OutboxEvent['kind'];

const POLL_MS = 5000;

export function OutboxSection() {
  const admin = adminText.value;
  const { outbox: words } = admin;
  const { query, route } = useLocation();
  const kind = isKind(query['kind']) ? query['kind'] : 'purge';
  const list = usePages(
    (page, signal) =>
      call(api.GET('/api/v1/admin/outbox', { params: { query: { kind, ...page } }, signal })),
    kind,
    POLL_MS,
  );
  const people = (list.items ?? [])
    .map(({ payload }) => countPayload(payload).userId)
    .filter((id) => id !== null);
  useEffect(() => void learnNames(people), [people.join()]);
  return (
    <section class="admin-section">
      <SectionHead
        title={admin.sections.outbox}
        intro={`${words.intro} ${admin.publications.live}`}
      />
      <div class="admin-filters">
        <SelectField
          label={words.kind}
          value={kind}
          options={words.kinds}
          hint={words.about[kind]}
          onValue={(next) => route(`/admin/outbox?kind=${next}`, true)}
        />
      </div>
      <WorkList
        key={kind}
        label={admin.sections.outbox}
        list={list}
        empty={words.empty}
        idOf={(event) => event.id}
        canRetry={(event) => Date.parse(event.due_at) > Date.now()}
        retry={(id) =>
          call(api.POST('/api/v1/admin/outbox/{id}/retry', { params: { path: { id } } }))
        }
        words={words}
      >
        {(event) => <Row event={event} />}
      </WorkList>
    </section>
  );
}

function isKind(name: string | undefined): name is Kind {
  return name !== undefined && Object.hasOwn(adminText.value.outbox.kinds, name);
}

function Row({ event }: { readonly event: OutboxEvent }) {
  const { outbox: words, publications } = adminText.value;
  const { id, attempts, due_at: dueAt, last_error: lastError } = event;
  const isDue = Date.parse(dueAt) <= Date.now();
  return (
    <>
      <span class="admin-line">
        <strong>{words.event(id)}</strong>
        <Payload event={event} />
      </span>
      <span class="admin-line admin-small admin-soft">
        <span>{words.since(formatRelative(event.created_at))}</span>
        <span>
          {attempts === 0 ? words.neverTried : publications.attempts(formatNumber(attempts))}
        </span>
        <span>{isDue ? words.isDue : words.due(formatRelative(dueAt))}</span>
      </span>
      <details>
        <summary>{publications.details}</summary>
        <pre>{[lastError, event.payload].filter(Boolean).join('\n')}</pre>
      </details>
    </>
  );
}

function Payload({ event: { kind, payload } }: { readonly event: OutboxEvent }) {
  const { payload: words } = adminText.value.outbox;
  const { count, userId } = countPayload(payload);
  if (kind === 'account' && userId !== null) return <PersonLink id={userId} />;
  return (
    <span>
      {count === null || kind === 'account' ? words.unknown : words[kind](formatNumber(count))}
    </span>
  );
}
