import { describe, expect, it } from 'vitest';
import { EXPIRY, readFailure, storeFailure } from '../../../../src/worker/domain/failure.ts';
import { FAILURES } from '../../../../src/worker/domain/publication/failures.ts';

describe('a failure', () => {
  it.each([...Object.values(FAILURES), EXPIRY])(
    'is read as it was stored: $error, $message',
    (failure) => {
      expect(readFailure(storeFailure(failure))).toEqual(failure);
    },
  );

  it('is stored by its number, like rows from before errors had names', () => {
    expect(storeFailure(FAILURES.undecodable).failureCode).toBe(1003);
    expect(storeFailure(FAILURES.attempts_exhausted).failureCode).toBe(1000);
    expect(storeFailure(EXPIRY).failureCode).toBe(4043);
  });

  it('is null when none is stored', () => {
    expect(readFailure({ failureCode: null, failureMessage: null })).toBeNull();
  });
});
