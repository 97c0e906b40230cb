import { textsOf } from './language.ts';
import { account } from './en/account.ts';

/** What the account page says. */
export const accountText = textsOf('account', account);
