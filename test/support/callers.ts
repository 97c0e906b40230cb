// Kinds of callers, and the code that each gets.

export const CALLERS = [
  'anonymous',
  'user',
  'other user',
  'suspended',
  'pending_deletion',
  'deleting',
  'admin',
  'admin on a device platform',
  'device bearer',
  'identity token',
  'expired session',
  'wrong CSRF',
  'no CSRF',
] as const;

export type Caller = (typeof CALLERS)[number];
export type Codes = Readonly<Record<Caller, number>>;

export const everybody = (code: number): Codes =>
  Object.fromEntries(CALLERS.map((caller) => [caller, code])) as Codes;

export const OPEN = everybody(0);
export const READ: Codes = {
  ...OPEN,
  anonymous: 4010,
  suspended: 4030,
  deleting: 4010,
  'identity token': 4033,
  'expired session': 4011,
};
export const WRITE: Codes = { ...READ, 'wrong CSRF': 4036, 'no CSRF': 4035 };
/** Writes of uploads and images, which are refused while an account is scheduled for deletion. */
export const LOCKED_WRITE: Codes = { ...WRITE, pending_deletion: 4038 };
export const ADMIN_READ: Codes = {
  ...READ,
  user: 4030,
  'other user': 4030,
  pending_deletion: 4030,
  'wrong CSRF': 4030,
  'no CSRF': 4030,
  'device bearer': 4032,
  'admin on a device platform': 4032,
};
export const ADMIN_WRITE: Codes = { ...ADMIN_READ, 'wrong CSRF': 4036, 'no CSRF': 4035 };
/** Routes for device sessions only. */
export const DEVICE_WRITE: Codes = {
  ...everybody(4030),
  ...refusalsIn(WRITE),
  'device bearer': 0,
  'admin on a device platform': 0,
};

/** The same codes, but another one for strangers, and for administrators unless they are permitted. */
export const only = (codes: Codes, stranger: number, admin = stranger): Codes => ({
  ...codes,
  'other user': stranger,
  admin,
  'admin on a device platform': admin,
});

/** The refusals among codes. */
export function refusalsIn(codes: Codes): Partial<Codes> {
  return Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== 0));
}
