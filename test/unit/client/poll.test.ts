import { describe, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials } from '../../../src/client/credentials.ts';
import { awaitPublication, interpretState } from '../../../src/client/poll.ts';
import { nextPollDelay } from '../../../src/client/poll-delay.ts';
import { ApiError } from '../../../src/client/errors.ts';
import type { UploadState } from '../../../src/client/protocol-types.ts';
import { stillScheduler } from './still-scheduler.ts';

const status = (fields: Partial<UploadState>): UploadState => ({
  upload_id: 'u',
  status: 'processing',
  expires_at: '2026-01-01T00:00:00.000Z',
  parts: [],
  ...fields,
});

const PUBLISHED = { image_id: 7, unique_link: 'abc', asset_link: 'abc' };

const refuse = ({ status, code, message, retryAfterMs }: ApiError): Response => {
  const headers = { 'Retry-After': String((retryAfterMs ?? 0) / 1000) };
  return Response.json({ code, message }, { status, headers });
};

const answering = (...answers: (UploadState | Error)[]) => {
  const fetcher = async (): Promise<Response> => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof ApiError) return refuse(answer);
    if (answer instanceof Error) throw answer;
    return Response.json({ code: 0, message: 'ok', data: answer });
  };
  const api = new TintypeApi('http://tintype.test', cookieCredentials(), fetcher);
  return async () => interpretState(await api.readUpload('u'));
};

describe('the polling schedule', () => {
  it('polls every 2 s for 30 s, 5 s until 2 minutes, 10 s until 10 minutes', () => {
    expect([0, 29_999, 30_000, 119_999, 120_000, 599_999].map(nextPollDelay)).toEqual([
      2000, 2000, 5000, 5000, 10_000, 10_000,
    ]);
    expect(nextPollDelay(600_000)).toBeNull();
  });

  it('gives up after ten minutes', async () => {
    const { scheduler, slept } = stillScheduler();
    await expect(awaitPublication(answering(status({})), scheduler)).rejects.toMatchObject({
      fault: 'publication_timeout',
    });
    expect(slept.length).toBe(15 + 18 + 48);
  });

  it('delays the next request by Retry-After', async () => {
    const { scheduler, slept } = stillScheduler();
    const busy = new ApiError(503, 1001, 'The account is being changed', 45_000);
    const ask = answering(busy, status({ status: 'completed', ...PUBLISHED }));
    await awaitPublication(ask, scheduler);
    expect(slept).toEqual([2000, 45_000]);
  });

  it('polls once more at ten minutes when the server asks to wait until then', async () => {
    const { scheduler, slept } = stillScheduler();
    const busy = new ApiError(503, 1001, 'The account is being changed', 598_000);
    const ask = answering(busy, status({ status: 'completed', ...PUBLISHED }));
    await expect(awaitPublication(ask, scheduler)).resolves.toMatchObject(PUBLISHED);
    expect(slept).toEqual([2000, 598_000]);
  });

  it('gives up immediately when the server asks to wait past the ten minutes', async () => {
    const { scheduler, slept } = stillScheduler();
    const busy = new ApiError(503, 1001, 'The account is being changed', 599_000);
    const ask = answering(busy, status({ status: 'completed', ...PUBLISHED }));
    const told = { code: 1001, retryAfterMs: 599_000 };
    await expect(awaitPublication(ask, scheduler)).rejects.toMatchObject(told);
    expect(slept).toEqual([2000]);
  });

  it('continues after a lost answer', async () => {
    const ask = answering(new Error('reset'), status({ status: 'completed', ...PUBLISHED }));
    await expect(awaitPublication(ask, stillScheduler().scheduler)).resolves.toMatchObject(
      PUBLISHED,
    );
  });
});

describe('the end of the ten minutes', () => {
  it.each([
    ['a broken connection, as after a sleep', new Error('reset'), { name: 'ConnectionError' }],
    ['a failing server', new ApiError(502, 0, '', null), { name: 'ApiError', status: 502 }],
  ])('has the outcome of the last request after %s', async (_, met, failure) => {
    const { scheduler } = stillScheduler();
    const ask = answering(status({}), met);
    await expect(awaitPublication(ask, scheduler)).rejects.toMatchObject(failure);
  });

  it('returns the image when only an earlier request failed', async () => {
    const { scheduler } = stillScheduler();
    const late = { fault: 'publication_timeout' };
    const ask = answering(new Error('reset'), status({}));
    await expect(awaitPublication(ask, scheduler)).rejects.toMatchObject(late);
  });
});

describe('interpretState', () => {
  it('takes cleanup_pending with image fields as published, without them as failed', () => {
    expect(interpretState(status({ status: 'cleanup_pending', ...PUBLISHED }))).toMatchObject(
      PUBLISHED,
    );
    expect(() => interpretState(status({ status: 'cleanup_pending' }))).toThrow(
      'could not be published',
    );
  });

  it('reports a failure’s reason and code', () => {
    const failed = status({
      status: 'failed',
      failure: { code: 1003, message: 'The image does not decode' },
    });
    expect(() => interpretState(failed)).toThrow(
      expect.objectContaining({ message: 'The image does not decode', code: 1003 }),
    );
  });

  it('waits while the image is processed', () => {
    expect(interpretState(status({}))).toBeNull();
  });
});
