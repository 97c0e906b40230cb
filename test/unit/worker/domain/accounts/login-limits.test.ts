import { expect, it } from 'vitest';
import { limitGuesses } from '../../../../../src/worker/domain/accounts/login-limits.ts';

it('an unreachable window frees the places taken in the failure windows before it', async () => {
  const taken: string[] = [];
  const refunded: string[] = [];
  const limiter = {
    recall: () => null,
    take: async (subject: string) => {
      if (subject === 'c') throw new Error('out of reach');
      taken.push(subject);
      return { allowed: true, takenAt: 1 } as const;
    },
    refund: async (subject: string) => void refunded.push(subject),
  };
  const rule = { limit: 1, windowMs: 1000 };
  const windows = ['attempts', 'a', 'b', 'c', 'd'].map((subject) => ({
    ...rule,
    subject,
    failuresOnly: subject !== 'attempts',
  }));
  const judged = limitGuesses({ limiter }, windows, () => Promise.reject(new Error('judged')));
  await expect(judged).rejects.toThrow('out of reach');
  expect(taken).toEqual(['attempts', 'a', 'b']);
  expect(refunded).toEqual(['a', 'b']);
});
