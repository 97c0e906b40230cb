import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { waitUntilReady } from '../../../scripts/support/wait-until-ready.ts';
import { listenLocally } from '../../support/local-server.ts';

const LIMITS = { answerMs: 200, answeringMs: 400, wholeMs: 2_000 };
/** For what a busy machine may delay. */
const PATIENT_MS = 20_000;

/** A server whose answers to /ready are chosen by their number, from 1. */
const serve = async (
  answer: (turn: number, ...call: Parameters<RequestListener>) => void,
): Promise<{ url: string; turns: () => number }> => {
  let turn = 0;
  const { url, close } = await listenLocally(
    createServer((request, response) => {
      turn += 1;
      answer(turn, request, response);
    }),
  );
  onTestFinished(close);
  return { url, turns: () => turn };
};

describe('a start', () => {
  it('asks again while the server takes too long for its first answers', async () => {
    const { url, turns } = await serve((turn, _, response) => {
      if (turn > 2) response.end('ready');
    });
    await waitUntilReady(url, { ...LIMITS, answerMs: 600, wholeMs: PATIENT_MS });
    expect(turns()).toBe(3);
  });

  it('fails with one sentence if the server never answers', async () => {
    const { url, turns } = await serve(() => undefined);
    await expect(waitUntilReady(url, { ...LIMITS, answerMs: 20 })).rejects.toThrow(
      /^The server did not get ready\. It does not answer within 0\.02 s\.$/u,
    );
    expect(turns()).toBeGreaterThan(3);
  });

  it('fails soon, with the server’s words, if it answers that it is not ready', async () => {
    const { url } = await serve((_, _request, response) => {
      response.writeHead(503).end('no KEY_RING');
    });
    const began = Date.now();
    const waiting = waitUntilReady(url, { ...LIMITS, answerMs: PATIENT_MS, wholeMs: PATIENT_MS });
    await expect(waiting).rejects.toThrow('It says: no KEY_RING');
    expect(Date.now() - began).toBeLessThan(PATIENT_MS);
  });
});
