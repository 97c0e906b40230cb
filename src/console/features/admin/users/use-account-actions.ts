import { ApiError } from '../../../../client/errors.ts';
import { ACCOUNT_STATE_CONFLICT } from '../../../../shared/error-codes.ts';
import type { StateAction } from '../model/account-actions.ts';
import { api, call } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/types.ts';
import { explainError } from '../../../state/explain-error.ts';
import { formatNumber } from '../../../state/format.ts';
import { text } from '../../../text/language.ts';
import { adminText } from '../../../text/admin.ts';
import { user as own } from '../../../state/session.ts';
import { showToast } from '../../../widgets/toast.tsx';
import { runAll } from '../model/run-all.ts';
import { reportRefused } from '../report-refused.ts';

type Actions = Readonly<
  Record<Exclude<StateAction, 'remove'>, (user: ManagedUser) => Promise<void>>
> & {
  /** @throws {ApiError | ConnectionError} */
  readonly remove: (user: ManagedUser, typedName: string) => Promise<void>;
  readonly setStatuses: (
    users: readonly ManagedUser[],
    status: 'active' | 'suspended',
  ) => Promise<void>;
};

export function useAccountActions(show: (user: ManagedUser) => void, reload: () => void): Actions {
  const setStatus = async (user: ManagedUser, status: 'active' | 'suspended'): Promise<void> => {
    const params = { path: { id: user.id } };
    await call(api.PATCH('/api/v1/admin/users/{id}/status', { params, body: { status } }));
    show({ ...user, status });
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      showToast({ message: explainError(error), kind: 'failure' });
      if (error instanceof ApiError && error.code === ACCOUNT_STATE_CONFLICT) reload();
    }
  };
  const suspend = (user: ManagedUser): Promise<void> =>
    attempt(async () => {
      await setStatus(user, 'suspended');
      showToast({
        message: adminText.value.users.suspended(user.username),
        action: { label: text.value.common.undo, run: () => void activate(user) },
      });
    });
  const activate = (user: ManagedUser): Promise<void> =>
    attempt(async () => {
      await setStatus(user, 'active');
      showToast({ message: adminText.value.users.activated(user.username) });
    });
  const keep = (user: ManagedUser): Promise<void> =>
    attempt(async () => {
      const params = { path: { id: user.id } };
      await call(api.POST('/api/v1/admin/users/{id}/cancel-deletion', { params }));
      show({ ...user, status: 'active' });
      showToast({ message: adminText.value.users.kept(user.username) });
    });
  const remove = async (user: ManagedUser, typedName: string): Promise<void> => {
    const params = { path: { id: user.id }, query: { admin: own.value?.username ?? '' } };
    const body = { username: typedName };
    await call(api.POST('/api/v1/admin/users/{id}/request-deletion', { params, body }));
    show({ ...user, status: 'pending_deletion' });
    showToast({
      message: adminText.value.users.removed(user.username),
      action: { label: text.value.common.undo, run: () => void keep(user) },
    });
  };
  const setStatuses: Actions['setStatuses'] = async (users, status) => {
    const outcome = await runAll(users, (user) => setStatus(user, status));
    const { done } = outcome;
    const words = adminText.value.users;
    const [say, opposite] =
      status === 'suspended'
        ? ([words.manySuspended, 'active'] as const)
        : ([words.manyActivated, 'suspended'] as const);
    if (done.length > 0) {
      showToast({
        message: say(formatNumber(done.length)),
        action: { label: text.value.common.undo, run: () => void setStatuses(done, opposite) },
      });
    }
    reportRefused(outcome);
    if (outcome.refused > 0) reload();
  };
  return { suspend, activate, keep, remove, setStatuses };
}
