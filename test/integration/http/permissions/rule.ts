import type { Caller } from './callers.ts';

// The specification's permissions: which error a caller of a kind gets from an operation of a scope.

export interface Demand {
  readonly scope:
    | 'public'
    | 'web_client'
    | 'own_page'
    | 'session'
    | 'admin'
    | 'sign_in'
    | 'bootstrap'
    | 'shared_image'
    | 'own_image';
  /** The credentials that it takes, as the API document names them; without this, those of its scope. */
  readonly takes?: readonly string[];
  /** What it demands of an API key; without it, none is taken. */
  readonly keyScope?: string | undefined;
  /** The error for strangers to the requested resource, and for administrators unless `isOpenToAdmins`. */
  readonly strangers?: number;
  readonly isOpenToAdmins?: boolean;
  /** Refused while the account is scheduled for deletion. */
  readonly isLocked?: boolean;
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

function refusalOf(caller: Caller, demand: Demand, isWrite: boolean): number {
  const session = isWrite ? caller.write : caller.read;
  switch (demand.scope) {
    case 'public':
      return 0;
    case 'web_client':
      return caller.namesPlatform ? 4034 : 0;
    case 'own_page':
      return judgePage(caller);
    case 'session':
      return judgeKey(caller, demand) ?? (session || judgeCredential(caller, demand));
    case 'admin':
      return judgeKey(caller, demand) ?? (session || judgeAdministrator(caller, demand));
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

/** Null for other callers. No key is looked up where none is taken. */
function judgeKey({ keyScopes, read }: Caller, { keyScope }: Demand): number | null {
  if (keyScopes === null) return null;
  if (keyScope === undefined) return 4030;
  return read || (keyScopes.includes(keyScope) ? 0 : 4030);
}

/** A cookie counts without its CSRF header, but from our own page alone. */
function judgePage({ sends, read, write }: Caller): number {
  if (sends === 'bearer') return read === 4033 ? 4033 : 4010;
  return read === 4010 && write === 4036 ? 4036 : read;
}

function judgeCredential({ isDevice, sends }: Caller, { takes }: Demand): number {
  const byBearer = isDevice ? 'bearerDeviceSession' : 'bearerWebSession';
  const isTaken = takes?.includes(sends === 'cookie' ? 'cookieSession' : byBearer) ?? true;
  return isTaken ? 0 : 4030;
}

function judgeAdministrator(caller: Caller, demand: Demand): number {
  const { takes = ['cookieSession', 'bearerWebSession'] } = demand;
  if (caller.isDevice && !takes.includes('bearerDeviceSession')) return 4032;
  return (
    judgeCredential(caller, { ...demand, takes }) || (caller.role === 'administrator' ? 0 : 4030)
  );
}

function seesImage({ read, seesOwn, role, keyScopes }: Caller): boolean {
  const mayRead = keyScopes?.includes('read') ?? true;
  return (read === 0 || seesOwn) && mayRead && role !== 'stranger';
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
