import type { Invitation } from '../../../api/types.ts';
import { formatBytes, formatNumber, formatTime } from '../../../state/format.ts';
import { formatRelative } from '../../../state/format-relative.ts';
import { adminText } from '../../../text/admin.ts';
import { Button } from '../../../widgets/button.tsx';
import { nameOfUser } from '../model/user-names.ts';

interface InvitationRowProps {
  readonly item: Invitation;
  readonly onWithdraw: () => void;
}

export function InvitationRow({ item, onWithdraw }: InvitationRowProps) {
  const { invitations: words, users } = adminText.value;
  const { role, state, storage_quota: quota } = item;
  const name = nameOf(item);
  return (
    <li>
      <div class="admin-item">
        <span class="admin-line">
          <strong>{name}</strong>
          <span class={state === 'active' ? 'admin-badge admin-badge-good' : 'admin-badge'}>
            {words.states[state]}
          </span>
          {role === 'admin' && (
            <span class="admin-badge admin-badge-accent">{users.roles.admin}</span>
          )}
        </span>
        <span class="admin-line admin-small admin-soft">
          <span>{describeUses(item)}</span>
          {quota !== null && <span>{words.quotaEach(formatBytes(quota))}</span>}
          {item.expires_at !== null && <span>{words.expires(formatTime(item.expires_at))}</span>}
          <span>{describeMaker(item)}</span>
        </span>
      </div>
      {state === 'active' && (
        <Button aria-label={words.revokeNamed(name)} onClick={onWithdraw}>
          {words.revoke}
        </Button>
      )}
    </li>
  );
}

export function nameOf({ id, label }: Pick<Invitation, 'id' | 'label'>): string {
  return label === '' ? adminText.value.invitations.unnamed(id) : label;
}

function describeUses({ uses, max_uses: max }: Invitation): string {
  const { invitations: words } = adminText.value;
  return max === null
    ? words.usesOpen(formatNumber(uses))
    : words.usesOf(formatNumber(uses), formatNumber(max));
}

function describeMaker({ created_by: maker, created_at: created }: Invitation): string {
  const { invitations: words, person } = adminText.value;
  const time = formatRelative(created);
  return maker === null
    ? words.created(time)
    : words.createdBy(nameOfUser(maker) ?? person(maker), time);
}
