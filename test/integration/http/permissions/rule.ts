import type { Caller } from './callers.ts';

// The specification's permissions: which error a caller of a kind gets from an operation of a scope.

export interface Demand {
  readonly scope:
    | 'public'
    | 'web_client'
    | 'own_page'
    | 'session'
    | 'device'
    | 'admin'
    | 'sign_in'
    | 'bootstrap'
    | 'shared_image'
    | 'own_image';
  /** The error for strangers to the requested resource, and for administrators unless `isOpenToAdmins`. */
  readonly strangers?: number;
  readonly isOpenToAdmins?: true;
  /** Refused while the account is scheduled for deletion. */
  readonly isLocked?: true;
  /** The error that remains for those who are admitted. */
  readonly admitted?: number;
}

const IMAGE_HIDDEN = 4041;

/** 0 for success. */
export function codeFor(caller: Caller, demand: Demand, isWrite: boolean): number {
  return (
    refusalOf(caller, demand, isWrite) || judgeResource(caller, demand) || admittedCode(demand)
  );
}

function refusalOf(caller: Caller, { scope }: Demand, isWrite: boolean): number {
  const session = isWrite ? caller.write : caller.read;
  switch (scope) {
    case 'public':
      return 0;
    case 'web_client':
      return caller.namesPlatform ? 4034 : 0;
    case 'own_page':
      return judgePage(caller);
    case 'session':
      return session;
    case 'device':
      return session || (caller.isDevice ? 0 : 4030);
    case 'admin':
      return session || judgeAdministrator(caller);
    case 'sign_in':
      return caller.signIn;
    case 'bootstrap':
      return caller.bootstrap;
    case 'shared_image':
      return seesImage(caller) ? 0 : caller.imageToken;
    case 'own_image':
      return seesImage(caller) ? 0 : IMAGE_HIDDEN;
  }
}

/** A cookie counts without its CSRF header, but from our own page alone. */
function judgePage({ sends, read, write }: Caller): number {
  if (sends === 'bearer') return read === 4033 ? 4033 : 4010;
  return read === 4010 && write === 4036 ? 4036 : read;
}

function judgeAdministrator({ isDevice, role }: Caller): number {
  if (isDevice) return 4032;
  return role === 'administrator' ? 0 : 4030;
}

function seesImage({ read, seesOwn, role }: Caller): boolean {
  return (read === 0 || seesOwn) && role !== 'stranger';
}

function judgeResource({ role }: Caller, demand: Demand): number {
  const { strangers = 0, isOpenToAdmins = false, isLocked = false } = demand;
  if (role === 'scheduled') return isLocked ? 4038 : 0;
  if (role === 'administrator') return isOpenToAdmins ? 0 : strangers;
  return role === 'stranger' ? strangers : 0;
}

function admittedCode({ admitted = 0 }: Demand): number {
  return admitted;
}
