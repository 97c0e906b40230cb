import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src/worker/domain/errors.ts';
import { toWireError, WIRE_ERRORS } from '../../../../src/worker/http/wire-errors.ts';
import * as codes from '../../../../src/shared/error-codes.ts';

// The codes of each HTTP status.
const SPECIFIED: Readonly<Record<number, readonly number[]>> = {
  400: [3000, 3001, 3004, 3005, 3006, 3010],
  401: [2001, 4010, 4011],
  403: [2009, 4012, 4030, 4031, 4032, 4033, 4034, 4035, 4036, 4037, 4038, 4039],
  404: [4040, 4041, 4042, 4043],
  409: [4090, 4091, 4092, 4093, 4094, 4095],
  413: [3002],
  415: [3003],
  422: [3007, 3008],
  426: [4260, 4261, 4262],
  429: [2008, 2090, 2091, 4029, 4291],
  500: [1000, 1001, 1002, 1003],
  503: [1004, 5030, 5031],
};

// Codes with a second status.
const OTHER_STATUSES = [
  [1000, 503],
  [1001, 503],
  [1002, 503],
  [1003, 503],
  [3005, 404],
  [3000, 405],
  [3000, 412],
] as const;

describe('the error table', () => {
  it('has every published code with its status, and no other', () => {
    const specified = Object.entries(SPECIFIED).flatMap(([status, codes]) =>
      codes.map((code) => [code, Number(status)] as const),
    );
    const present = Object.values(WIRE_ERRORS).filter(
      (error) =>
        !OTHER_STATUSES.some(([code, status]) => code === error.code && status === error.status),
    );
    expect(new Map(present.map(({ code, status }) => [code, status]))).toEqual(new Map(specified));
  });

  it('gives each number that programs use one name', () => {
    const known: number[] = Object.values(codes);
    expect(new Set(known)).toEqual(new Set(Object.values(WIRE_ERRORS).map(({ code }) => code)));
    expect(new Set(known).size).toBe(known.length);
  });

  it('has a short English text for each', () => {
    for (const { message } of Object.values(WIRE_ERRORS)) {
      expect(message).toMatch(/^[A-Z][\w ,'-]{3,60}$/u);
    }
  });

  it.each(OTHER_STATUSES)('allows %i with status %i, too', (code, status) => {
    const named = Object.values(WIRE_ERRORS).filter((error) => error.code === code);
    expect(named.map((error) => error.status)).toContain(status);
  });

  it('has one status for every other code', () => {
    const statuses = Map.groupBy(Object.values(WIRE_ERRORS), ({ code }) => code);
    for (const [code, errors] of statuses) {
      const allowed = OTHER_STATUSES.filter(([other]) => other === code).length + 1;
      expect(new Set(errors.map(({ status }) => status)).size, String(code)).toBe(allowed);
    }
  });
});

describe('an error of the domain', () => {
  it('has the status and code of its name in the table', () => {
    expect(toWireError(new DomainError('account_busy'))).toEqual(WIRE_ERRORS.account_busy);
  });

  it('keeps its own text and delay', () => {
    const details = { message: 'limit: too large', retryAfterSeconds: 7 };
    expect(toWireError(new DomainError('too_many_attempts', details))).toEqual({
      code: 2008,
      status: 429,
      ...details,
    });
  });
});
