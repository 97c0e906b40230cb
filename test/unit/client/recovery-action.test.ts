import { describe, expect, it } from 'vitest';
import { classifyError } from '../../../src/client/recovery-action.ts';
import { ApiError, ConnectionError, UploadError } from '../../../src/client/errors.ts';
import { PrepareError } from '../../../src/client/imaging/prepare-error.ts';
import { WIRE_ERRORS } from '../../../src/worker/http/wire-errors.ts';
import { FAILURES } from '../../../src/worker/domain/publication/failures.ts';

const refusal = (status: number, code: number, retryAfterMs: number | null = null): ApiError =>
  new ApiError(status, code, '', retryAfterMs);

describe('the recovery action', () => {
  it.each([
    [401, 4010, 'sign_in'],
    [401, 4011, 'sign_in'],
    [401, 0, 'sign_in'],
    [403, 4030, 'account_disabled'],
    [429, 2008, 'wait'],
    [429, 4029, 'wait'],
    [429, 2090, 'wait'],
    [429, 4291, 'wait'],
    [429, 0, 'wait'],
    [403, 4032, 'caller_mistake'],
    [403, 4033, 'caller_mistake'],
    [400, 3000, 'caller_mistake'],
    [400, 3006, 'check_connection'],
    [422, 3007, 'check_connection'],
    [422, 3003, 'choose_another_image'],
    [403, 4012, 'free_space'],
    [403, 4038, 'account_locked'],
    [400, 3001, 'caller_mistake'],
    [413, 3002, 'choose_another_image'],
    [415, 3003, 'choose_another_image'],
    [400, 3004, 'caller_mistake'],
    [400, 3010, 'choose_another_image'],
    [426, 4261, 'update'],
    [426, 4262, 'come_back_later'],
    [503, 5031, 'come_back_later'],
    [503, 5030, 'come_back_later'],
    [500, 1000, 'come_back_later'],
    [500, 1003, 'come_back_later'],
    [503, 1003, 'come_back_later'],
    [502, 0, 'come_back_later'],
  ])('at status %i, code %i is to %s', (status, code, action) => {
    expect(classifyError(refusal(status, code))).toEqual({ action, waitMs: null });
  });

  it('names the time that the server asked to wait', () => {
    expect(classifyError(refusal(429, 4029, 40_000))).toEqual({ action: 'wait', waitMs: 40_000 });
  });

  it('is defined for every server error', () => {
    for (const { code, status } of Object.values(WIRE_ERRORS)) {
      expect(classifyError(refusal(status, code)).action).not.toBe('unknown');
    }
  });

  it.each([
    ['publication_timeout', null, 'come_back_later'],
    ['failed', null, 'choose_another_image'],
    ['failed', 1000, 'come_back_later'],
    ['failed', 1003, 'choose_another_image'],
    ['failed', 4043, 'reload'],
    ['processing_timeout', null, 'choose_another_image'],
    ['cancelled', null, 'reload'],
  ] as const)('when an upload ends as %s, code %s, is to %s', (fault, code, action) => {
    expect(classifyError(new UploadError(fault, '', code))).toEqual({ action, waitMs: null });
  });

  it('follows from why the server could not publish the image', () => {
    const demands = Object.entries(FAILURES).map(([reason, { error }]) => {
      const { code } = WIRE_ERRORS[error];
      return [reason, classifyError(new UploadError('failed', '', code)).action];
    });
    expect(Object.fromEntries(demands)).toEqual({
      undecodable: 'choose_another_image',
      too_large: 'choose_another_image',
      publish_too_large: 'choose_another_image',
      source_missing: 'come_back_later',
      attempts_exhausted: 'come_back_later',
      retention_over: 'come_back_later',
    });
  });

  it('is defined without an answer of the server', () => {
    expect(classifyError(new ConnectionError(null)).action).toBe('check_connection');
    expect(classifyError(new PrepareError('malformed', '')).action).toBe('choose_another_image');
    expect(classifyError(new PrepareError('codec_unavailable', '')).action).toBe(
      'check_connection',
    );
    expect(classifyError(new PrepareError('unusable_recipe', '')).action).toBe('update');
    expect(classifyError(new Error('anything')).action).toBe('unknown');
  });
});
