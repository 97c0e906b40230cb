import { textsOf } from './language.ts';
import { account } from './en/account.ts';

export const accountText = textsOf('account', account, {
  de: () => import('./de/account.ts'),
  zh: () => import('./zh/account.ts'),
});
