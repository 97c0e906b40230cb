import { describe, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { bearerCredentials } from '../../../src/client/credentials.ts';
import { ApiError, ConnectionError, isTransient } from '../../../src/client/errors.ts';

const answering = (response: () => Response) =>
  new TintypeApi('https://images.example', bearerCredentials('token'), async () => response());

const cutOff = (): Response => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"code":0,"data":'));
    },
    pull: (controller) => {
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body);
};

describe('a call', () => {
  it('whose answer is cut off is a lost connection, which is safe to try again', async () => {
    const failure: unknown = await answering(cutOff)
      .readRecipe()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(isTransient(failure)).toBe(true);
  });

  it('whose answer is whole, but no envelope, is a refusal', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const failure: unknown = await answering(page)
      .readRecipe()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 502, code: 0 });
  });
});
