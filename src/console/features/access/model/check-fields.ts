import {
  EMAIL_MAX_CHARACTERS,
  judgePasswordLength,
  USERNAME_MAX_CHARACTERS,
  USERNAME_MIN_CHARACTERS,
  USERNAME_PATTERN,
} from '../../../../shared/entry-rules.ts';
import { dropFault } from '../../../widgets/drop-fault.ts';

export interface AccountFields {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** The fault of each field, by its key in the catalogue. */
export interface FieldFaults {
  readonly username?: 'missing' | 'short' | 'long' | 'characters' | 'taken' | 'refused';
  readonly email?: 'missing' | 'form' | 'long' | 'taken' | 'refused';
  readonly password?: 'missing' | 'short' | 'long' | 'refused';
}

/** Only certain faults; the service checks the rest. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/u;

export function checkAccount({ username, email, password }: AccountFields): FieldFaults {
  return dropNone({
    username: checkUsername(username.trim()),
    email: checkEmail(email.trim()),
    password: checkPassword(password),
  });
}

/** The faults of a sign-in: only missing values, because older rules may have allowed others. */
export function checkCredentials({
  username,
  password,
}: Omit<AccountFields, 'email'>): FieldFaults {
  return dropNone({
    username: username.trim() === '' ? 'missing' : null,
    password: password === '' ? 'missing' : null,
  });
}

/** The faults after a change: the changed field is checked again, the others stay. */
export function revalidateField(
  shown: FieldFaults,
  fields: AccountFields,
  changed: keyof AccountFields,
): FieldFaults {
  const others = dropFault(shown, changed);
  const now = shown[changed] === undefined ? undefined : checkAccount(fields)[changed];
  return now === undefined ? others : { ...others, [changed]: now };
}

/** Null unless the message begins with a field (`username: already taken`). */
export function readFieldRefusal(message: string): FieldFaults | null {
  const [, field, rest = ''] = /^(username|email|password): (.*)$/su.exec(message) ?? [];
  const isTaken = /\balready\b/u.test(rest);
  if (field === 'username') return { username: isTaken ? 'taken' : 'refused' };
  if (field === 'email') return { email: isTaken ? 'taken' : 'refused' };
  return field === 'password' ? { password: 'refused' } : null;
}

function dropNone(faults: {
  readonly [Field in keyof FieldFaults]: FieldFaults[Field] | null | undefined;
}): FieldFaults {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

function checkUsername(username: string): FieldFaults['username'] | null {
  if (username === '') return 'missing';
  if (!USERNAME_PATTERN.test(username)) return 'characters';
  if (username.length < USERNAME_MIN_CHARACTERS) return 'short';
  return username.length > USERNAME_MAX_CHARACTERS ? 'long' : null;
}

function checkEmail(email: string): FieldFaults['email'] | null {
  if (email === '') return 'missing';
  if (email.length > EMAIL_MAX_CHARACTERS) return 'long';
  return EMAIL.test(email) ? null : 'form';
}

function checkPassword(password: string): FieldFaults['password'] | null {
  return password === '' ? 'missing' : judgePasswordLength(password);
}
