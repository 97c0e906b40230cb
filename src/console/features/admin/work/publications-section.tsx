import { WATERMARK_UNUSABLE } from '../../../../shared/watermark-layout.ts';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { usePages } from '../model/use-pages.ts';
import { learnNames } from '../model/user-names.ts';
import { api, call } from '../../../api/client.ts';
import type { Publication } from '../../../api/types.ts';
import { formatNumber, formatTime } from '../../../state/format.ts';
import { formatRelative } from '../../../state/format-relative.ts';
import { adminText } from '../../../text/admin.ts';
import { SelectField } from '../../../widgets/field.tsx';
import { PersonLink } from '../person-link.tsx';
import { SectionHead } from '../section-head.tsx';
import { WorkList } from './work-list.tsx';

type Status = Publication['status'];

const POLL_MS = 5000;

export function PublicationsSection() {
  const admin = adminText.value;
  const { publications: words } = admin;
  const { query, route } = useLocation();
  const status = isStatus(query['status']) ? query['status'] : 'failed';
  const list = usePages(
    (page, signal) =>
      call(
        api.GET('/api/v1/admin/publications', { params: { query: { status, ...page } }, signal }),
      ),
    status,
    POLL_MS,
  );
  const people = (list.items ?? []).map(({ user_id: id }) => id);
  useEffect(() => void learnNames([...new Set(people)]), [people.join()]);
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.publications} intro={`${words.intro} ${words.live}`} />
      <div class="admin-filters">
        <SelectField
          label={words.status}
          value={status}
          options={words.statuses}
          onValue={(next) => route(`/admin/publications?status=${next}`, true)}
        />
      </div>
      <WorkList
        key={status}
        label={admin.sections.publications}
        list={list}
        empty={words.empty[status]}
        idOf={(item) => item.image_id}
        canRetry={(item) => item.can_retry}
        retry={(id) => {
          const params = { path: { image_id: id } };
          return call(api.POST('/api/v1/admin/publications/{image_id}/retry', { params }));
        }}
        words={words}
      >
        {(item) => <Row item={item} />}
      </WorkList>
    </section>
  );
}

function isStatus(name: string | undefined): name is Status {
  return name !== undefined && Object.hasOwn(adminText.value.publications.statuses, name);
}

function Row({ item }: { readonly item: Publication }) {
  const { publications: words, outbox } = adminText.value;
  const { image_id: imageId, user_id: userId, status, kind, attempts, due_at: dueAt } = item;
  return (
    <>
      <span class="admin-line">
        <a href={`/images/${imageId}`}>{words.picture(imageId)}</a>
        <span>
          {words.ofPerson} <PersonLink id={userId} />
        </span>
        {kind === 'avif' && <span class="admin-badge">{words.kinds.avif}</span>}
      </span>
      {status === 'failed' && <span class="admin-danger">{describeFailure(item)}</span>}
      {status === 'queued' && item.last_error === WATERMARK_UNUSABLE && (
        <span class="admin-danger">
          <a href="/admin/watermark">{words.awaitsWatermark}</a>
        </span>
      )}
      <span class="admin-line admin-small admin-soft">
        <span>{formatTime(item.updated_at)}</span>
        <span>{words.attempts(formatNumber(attempts))}</span>
        {status === 'queued' && (
          <span>
            {Date.parse(dueAt) <= Date.now() ? outbox.isDue : words.nextTry(formatRelative(dueAt))}
          </span>
        )}
        {status === 'failed' && item.can_retry && kind === 'publish' && (
          <span>{words.keptUntil(formatTime(dueAt))}</span>
        )}
        {status === 'failed' && !item.can_retry && <span>{words.cannotRetry}</span>}
      </span>
      {(item.last_error !== null || item.failure !== null) && (
        <details>
          <summary>{words.details}</summary>
          <pre>
            {[item.failure?.message, item.last_error, item.upload_id].filter(Boolean).join('\n')}
          </pre>
        </details>
      )}
    </>
  );
}

function describeFailure({ failure }: Publication): string {
  const { reasons, unknownReason } = adminText.value.publications;
  if (failure === null) return unknownReason;
  return Object.hasOwn(reasons, failure.code)
    ? reasons[failure.code as keyof typeof reasons]
    : failure.message;
}
