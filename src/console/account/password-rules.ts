/** The lengths that the service takes, in code points. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 72;

export interface PasswordEntry {
  readonly oldPassword: string;
  readonly newPassword: string;
}

export type PasswordFault = 'missing' | 'too_short' | 'too_long' | 'same';

export interface PasswordFaults {
  readonly oldPassword?: PasswordFault;
  readonly newPassword?: PasswordFault;
}

/** Finds what the service would refuse, or what would change nothing; none is an empty object. */
export function findPasswordFaults({ oldPassword, newPassword }: PasswordEntry): PasswordFaults {
  const fault = judge(newPassword, oldPassword);
  return {
    ...(oldPassword === '' ? { oldPassword: 'missing' } : {}),
    ...(fault === null ? {} : { newPassword: fault }),
  };
}

function judge(newPassword: string, oldPassword: string): PasswordFault | null {
  const length = countCodePoints(newPassword);
  if (length === 0) return 'missing';
  if (length < PASSWORD_MIN) return 'too_short';
  if (length > PASSWORD_MAX) return 'too_long';
  return newPassword === oldPassword ? 'same' : null;
}

export function countCodePoints(text: string): number {
  return Array.from(text).length;
}
