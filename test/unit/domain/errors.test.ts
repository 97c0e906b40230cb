import { describe, expect, it } from 'vitest';
import { DomainError, ERROR_TABLE, type ErrorCode } from '../../../src/domain/errors.ts';

// Specification, Errors: the codes of each HTTP status.
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

describe('the error table', () => {
  it('has every code of the specification with its status, and no other', () => {
    const specified = Object.entries(SPECIFIED).flatMap(([status, codes]) =>
      codes.map((code) => [code, Number(status)] as const),
    );
    const present = Object.entries(ERROR_TABLE).map(([code, [status]]) => [Number(code), status]);
    expect(new Map(present as [number, number][])).toEqual(new Map(specified));
  });

  it('has a short English text for each', () => {
    for (const [, message] of Object.values(ERROR_TABLE)) {
      expect(message).toMatch(/^[A-Z][\w ,'-]{3,60}$/u);
    }
  });

  it.each([
    [1003, 503],
    [3005, 404],
    [3000, 405],
  ] as const)('lets %i be a %i where the specification does', (code, status) => {
    expect(new DomainError(code, { status }).status).toBe(status);
    expect(new DomainError(code as ErrorCode).status).toBe(ERROR_TABLE[code][0]);
  });
});
