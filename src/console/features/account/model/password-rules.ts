import { judgePasswordLength } from '../../../../shared/entry-rules.ts';

export interface PasswordEntry {
  readonly oldPassword: string;
  readonly newPassword: string;
}

export type PasswordFault = 'missing' | 'short' | 'long' | 'same';

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
  if (newPassword === '') return 'missing';
  const fault = judgePasswordLength(newPassword);
  return fault ?? (newPassword === oldPassword ? 'same' : null);
}
