import { readDetail, readSubject, type Subject } from '../model/audit-trail.ts';
import type { SettingKey } from '../model/setting-rules.ts';
import { nameOfUser } from '../model/user-names.ts';
import type { AuditEntry } from '../../../api/types.ts';
import { formatBytes, formatTime } from '../../../state/format.ts';
import { formatRelative } from '../../../state/format-relative.ts';
import { adminText } from '../../../text/admin.ts';
import { text } from '../../../text/language.ts';
import { describeSetting } from '../describe-setting.ts';

/** Actions that only the operator's CLI performs. */
const OPERATORS_ACTIONS = new Set(['role_grant', 'role_revoke']);
/** Actions of administrators and the CLI; each has details. */
const SHARED_ACTIONS = new Set([
  'create_invitation',
  'reset_password',
  'set_limits',
  'set_setting',
]);

export function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const { audit } = adminText.value;
  const fields = readDetail(entry.detail);
  return (
    <li>
      <div class="admin-item">
        <span>{describeDeed(entry)}</span>
        {fields.length > 0 && (
          <dl class="audit-fields">
            {fields.map(([field, value]) => (
              <div key={field}>
                <dt>{lookUp(audit.fields, field)}</dt>
                <dd>{describeField(entry, field, value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <time
        class="admin-small admin-soft"
        dateTime={entry.created_at}
        title={formatTime(entry.created_at)}
      >
        {formatRelative(entry.created_at)}
      </time>
    </li>
  );
}

function describeDeed(entry: AuditEntry): string {
  const { actor_id: actor, action, subject } = entry;
  const { audit, person } = adminText.value;
  const who = actor === null ? describeNobody(entry) : (nameOfUser(actor) ?? person(actor));
  const what = describeSubject(subject);
  return Object.hasOwn(audit.actions, action)
    ? audit.actions[action as keyof typeof audit.actions](who, what)
    : audit.unknownAction(who, action, what);
}

/** Actors without an account: the service, the operator, or a deleted administrator. */
function describeNobody({ action, detail }: AuditEntry): string {
  const { service, operator, formerAdministrator } = adminText.value;
  if (action === 'erase_account') return service;
  // A deleted user's details are gone, too.
  const isOperators = SHARED_ACTIONS.has(action) && readDetail(detail).length > 0;
  return isOperators || OPERATORS_ACTIONS.has(action) ? operator : formerAdministrator;
}

function describeSubject(subject: string): string {
  const { audit, person } = adminText.value;
  const target = readSubject(subject);
  if (target === null) return subject;
  const { kind, id } = target;
  if (kind === 'setting') return lookUp(audit.settings, id);
  if (kind === 'user') return audit.subjects.user(nameOfUser(Number(id)) ?? person(Number(id)));
  return audit.subjects[kind](id);
}

/** Of fields that hold a time, and of those that hold a word with a translation. */
const TIMES = new Set(['deletion_due_at', 'expires_at']);
const WORDS = new Set(['from', 'to', 'role']);

function describeNull(field: string, target: Subject | null): string {
  const { audit } = adminText.value;
  if (field === 'max_uses') return audit.unlimited;
  return field === 'image_limit' || target?.kind === 'setting' ? audit.theDefault : audit.nothing;
}

function lookUp(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key;
}

function describeField({ subject }: AuditEntry, field: string, value: unknown): string {
  const { person, users } = adminText.value;
  const target = readSubject(subject);
  if (value === null) return describeNull(field, target);
  if (field === 'user_id' && typeof value === 'number') return nameOfUser(value) ?? person(value);
  if (TIMES.has(field) && typeof value === 'string') return formatTime(value);
  if (field === 'storage_quota' && typeof value === 'number') return formatBytes(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (target?.kind === 'setting') return describeSetting(target.id as SettingKey, value);
  // The name of an image may be any of these words.
  if (!WORDS.has(field)) return value;
  const { common } = text.value;
  const visibilities = { public: common.public, private: common.private };
  return lookUp({ ...users.statuses, ...users.roles, ...visibilities }, value);
}
