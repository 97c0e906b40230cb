import { expect, it } from 'vitest';
import { writeFacts } from '../../../../src/worker/domain/facts.ts';

it('facts are written with the field names and times of the API', () => {
  const facts = { imageId: 7, deletionDueAt: new Date(1_793_491_200_000), from: null, reason: 'x' };
  expect(writeFacts(facts)).toBe(
    '{"image_id":7,"deletion_due_at":"2026-11-01T00:00:00.000Z","from":null,"reason":"x"}',
  );
});
