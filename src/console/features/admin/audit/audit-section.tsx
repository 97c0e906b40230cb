import { useEffect } from 'preact/hooks';
import { listPeople, readChoice, toAuditQuery, type AuditChoice } from '../model/audit-trail.ts';
import { useChoice } from '../model/use-choice.ts';
import { usePages } from '../model/use-pages.ts';
import { learnNames } from '../model/user-names.ts';
import { api, call } from '../../../api/client.ts';
import { text } from '../../../text/language.ts';
import { adminText } from '../../../text/admin.ts';
import { Button } from '../../../widgets/button.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { SectionHead } from '../section-head.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';

export function AuditSection() {
  const admin = adminText.value;
  const [choice, choose] = useChoice('/admin/audit', readChoice);
  return (
    <section class="admin-section">
      <SectionHead title={admin.sections.audit} intro={admin.audit.intro} />
      <AuditFilters key={choice.filter} choice={choice} onChoose={choose} />
      <AuditList choice={choice} />
    </section>
  );
}

function AuditList({ choice }: { readonly choice: AuditChoice }) {
  const { common } = text.value;
  const admin = adminText.value;
  const filter = toAuditQuery(choice);
  const list = usePages(
    filter === null
      ? null
      : (page, signal) =>
          call(
            api.GET('/api/v1/admin/audit', { params: { query: { ...filter, ...page } }, signal }),
          ),
    `${choice.filter} ${choice.value}`,
  );
  const items = list.items;
  const people = items === undefined ? [] : listPeople(items);
  useEffect(() => void learnNames(people), [people.join()]);
  if (filter === null) return <p class="card admin-soft">{admin.audit.choose}</p>;
  if (items === undefined) {
    const error = list.error;
    return error === null ? null : <ErrorState error={error} onRetry={list.reload} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState icon="list" title={admin.audit.empty}>
        <p>{admin.audit.emptyHint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ol class="admin-list" aria-label={admin.sections.audit}>
        {items.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ol>
      {list.hasMore && (
        <div class="admin-more">
          <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {common.more}
          </Button>
        </div>
      )}
    </>
  );
}
