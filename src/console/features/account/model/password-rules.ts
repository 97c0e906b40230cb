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

/** Finds values that the service would refuse or that change nothing; empty without faults. */
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
