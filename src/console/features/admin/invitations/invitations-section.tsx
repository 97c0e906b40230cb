import { computed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { api, call } from '../../../api/client.ts';
import type { Invitation, NewInvitation } from '../../../api/types.ts';
import { useResource } from '../../../state/resource.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { Button } from '../../../widgets/button.tsx';
import { ConfirmDialog } from '../../../widgets/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../../widgets/states.tsx';
import { showToast } from '../../../widgets/toast.tsx';
import { useFocusFallback } from '../../../widgets/use-focus-fallback.ts';
import { entries, loadSettings } from '../model/settings-store.ts';
import { usePages } from '../model/use-pages.ts';
import { learnNames } from '../model/user-names.ts';
import { SectionHead } from '../section-head.tsx';
import { InvitationForm } from './invitation-form.tsx';
import { InvitationRow, nameOf } from './invitation-row.tsx';
import { NewInvitationCard } from './new-invitation-card.tsx';
import { PLUS } from '../../../widgets/rare-icons.ts';

const isClosed = computed(() =>
  entries.value.some(
    ({ config_key: key, config_value: mode }) => key === 'registration' && mode === 'closed',
  ),
);

/** A new invitation's link is in this page's memory alone, until it is left. */
export function InvitationsSection() {
  const admin = adminText.value;
  const words = admin.invitations;
  const made = useSignal<NewInvitation | null>(null);
  const isMaking = useSignal(false);
  const doomed = useSignal<Invitation | null>(null);
  useResource(loadSettings);
  const box = useRef<HTMLElement>(null);
  useFocusFallback(() => box.current);
  const list = usePages(
    (query, signal) => call(api.GET('/api/v1/admin/invitations', { params: { query }, signal })),
    'all',
  );
  const makers = (list.items ?? []).flatMap(({ created_by: id }) => (id === null ? [] : [id]));
  useEffect(() => void learnNames([...new Set(makers)]), [makers.join()]);

  const withdraw = async ({ id }: Invitation): Promise<void> => {
    await call(api.DELETE('/api/v1/admin/invitations/{id}', { params: { path: { id } } }));
    if (made.value?.id === id) made.value = null;
    list.reload();
    showToast({ message: words.revoked });
  };
  return (
    <section ref={box} class="admin-section" tabIndex={-1}>
      <SectionHead title={admin.sections.invitations} intro={words.intro}>
        {!isMaking.value && (
          <Button
            kind="primary"
            icon={PLUS}
            onClick={() => {
              isMaking.value = true;
              made.value = null;
            }}
          >
            {words.create}
          </Button>
        )}
      </SectionHead>
      <p>
        {isClosed.value && `${words.closed} `}
        <a href="/admin/settings">{words.toSetting}</a>
      </p>
      {isMaking.value && (
        <InvitationForm
          onMade={(invitation) => {
            made.value = invitation;
            isMaking.value = false;
            list.reload();
          }}
          onCancel={() => {
            isMaking.value = false;
          }}
        />
      )}
      {made.value !== null && <NewInvitationCard key={made.value.id} link={made.value.link} />}
      {list.items === undefined && list.error !== null && (
        <ErrorState error={list.error} onRetry={list.reload} />
      )}
      {list.items?.length === 0 && !isMaking.value && (
        <EmptyState icon="link" title={words.none}>
          <p>{words.noneHint}</p>
        </EmptyState>
      )}
      {list.items !== undefined && list.items.length > 0 && (
        <ul class="admin-list" aria-label={admin.sections.invitations}>
          {list.items.map((item) => (
            <InvitationRow
              key={item.id}
              item={item}
              onWithdraw={() => {
                doomed.value = item;
              }}
            />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div class="admin-more">
          <Button isBusy={list.isLoadingMore} onClick={list.loadMore}>
            {text.value.common.more}
          </Button>
        </div>
      )}
      {doomed.value !== null && (
        <WithdrawDialog
          item={doomed.value}
          onWithdraw={withdraw}
          onClose={() => {
            doomed.value = null;
          }}
        />
      )}
    </section>
  );
}

interface WithdrawDialogProps {
  readonly item: Invitation;
  /** @throws {ApiError | ConnectionError} */
  readonly onWithdraw: (item: Invitation) => Promise<void>;
  readonly onClose: () => void;
}

function WithdrawDialog({ item, onWithdraw, onClose }: WithdrawDialogProps) {
  const { invitations: words } = adminText.value;
  return (
    <ConfirmDialog
      title={words.revokeTitle(nameOf(item))}
      action={words.revoke}
      onConfirm={() => onWithdraw(item)}
      onClose={onClose}
    >
      <p>{words.revokeText}</p>
    </ConfirmDialog>
  );
}
