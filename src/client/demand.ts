import { ApiError, ConnectionError, UploadError, type UploadFault } from './errors.ts';
import { PrepareError } from './imaging/prepare-error.ts';

export type Demand =
  | 'sign_in'
  /** Stop, and begin again after `waitMs`; nothing repeats it by itself. */
  | 'wait'
  | 'account_disabled'
  /** The account is to be deleted, and takes no changes until that is revoked. */
  | 'account_locked'
  /** The storage is full: something has to be deleted first. */
  | 'free_space'
  /** The program is too old for the server. */
  | 'update'
  /** The server has no place for uploads of this kind at present, or is out of order. */
  | 'come_back_later'
  | 'check_connection'
  /** The picture cannot be taken; the message says why. */
  | 'choose_another_image'
  /** The program asked for what it must not, or in a wrong form: a person can do nothing. */
  | 'caller_mistake'
  /** What it refers to is gone, or its state has changed: look again. */
  | 'reload'
  | 'unknown';

/** What a failure asks of the person in front of the program. */
export interface PersonDemand {
  readonly demand: Demand;
  /** Milliseconds that the server asked to wait; null when it named no time. */
  readonly waitMs: number | null;
}

const DEMAND_OF_CODE: ReadonlyMap<number, Demand> = new Map<number, Demand>([
  [1000, 'come_back_later'],
  [2001, 'sign_in'],
  [2009, 'sign_in'],
  [3002, 'choose_another_image'],
  [3003, 'choose_another_image'],
  [3006, 'check_connection'],
  [3007, 'check_connection'],
  [3010, 'choose_another_image'],
  [4010, 'sign_in'],
  [4011, 'sign_in'],
  [4012, 'free_space'],
  [4030, 'account_disabled'],
  [4038, 'account_locked'],
  [4040, 'reload'],
  [4041, 'reload'],
  [4042, 'reload'],
  [4043, 'reload'],
  [4091, 'reload'],
  [4093, 'reload'],
  [4095, 'reload'],
  [4260, 'update'],
  [4261, 'update'],
  // The library takes either way, so the server has not settled on one.
  [4262, 'come_back_later'],
  [5031, 'come_back_later'],
]);

const DEMAND_OF_FAULT: Readonly<Record<UploadFault, Demand>> = {
  publication_timeout: 'come_back_later',
  failed: 'choose_another_image',
  processing_timeout: 'choose_another_image',
  cancelled: 'reload',
};

/**
 * Says what a failure that this library reports asks of the person (specification, Errors): the code decides, then the
 * status. Anything else is `unknown`, the reason of an aborted signal among it.
 */
export function demandOf(error: unknown): PersonDemand {
  const waitMs = error instanceof ApiError ? error.retryAfterMs : null;
  return { demand: chooseDemand(error), waitMs };
}

function chooseDemand(error: unknown): Demand {
  if (error instanceof ConnectionError) return 'check_connection';
  if (error instanceof PrepareError) return demandOfPrepareError(error);
  if (error instanceof UploadError) {
    return DEMAND_OF_CODE.get(error.code ?? 0) ?? DEMAND_OF_FAULT[error.fault];
  }
  if (!(error instanceof ApiError)) return 'unknown';
  const byCode = DEMAND_OF_CODE.get(error.code);
  if (byCode !== undefined) return byCode;
  if (error.status === 401) return 'sign_in';
  if (error.status === 429) return 'wait';
  if (error.status >= 500) return 'come_back_later';
  return 'caller_mistake';
}

function demandOfPrepareError({ code }: PrepareError): Demand {
  if (code === 'codec_unavailable') return 'check_connection';
  if (code === 'processing_failed') return 'caller_mistake';
  return code === 'unusable_recipe' ? 'update' : 'choose_another_image';
}
