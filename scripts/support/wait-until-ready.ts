import { setTimeout as sleep } from 'node:timers/promises';
import { ScriptError } from './fail.ts';
import { getLocal, type LocalAnswer } from './local-request.ts';

export interface ReadyLimits {
  /** For one answer. */
  readonly answerMs: number;
  /** From the first answer that is not ready; such a fault seldom passes. */
  readonly answeringMs: number;
  /** In all: a first answer on a busy machine also compiles the Worker. */
  readonly wholeMs: number;
}

const LIMITS: ReadyLimits = { answerMs: 10_000, answeringMs: 5_000, wholeMs: 60_000 };
const PAUSE_MS = 200;

/** @throws {ScriptError} with the server's last answer. */
export async function waitUntilReady(baseUrl: string, limits = LIMITS): Promise<void> {
  let deadline = Date.now() + limits.wholeMs;
  let hasAnswered = false;
  for (;;) {
    const answer = await askInTime(`${baseUrl}/ready`, limits.answerMs);
    if (answer?.status === 200) return;
    if (answer !== null && !hasAnswered) {
      hasAnswered = true;
      deadline = Math.min(deadline, Date.now() + limits.answeringMs);
    }
    if (Date.now() > deadline) throw describeFailure(answer, limits);
    await sleep(PAUSE_MS);
  }
}

/** Null if there is no answer in time. */
async function askInTime(url: string, timeoutMs: number): Promise<LocalAnswer | null> {
  try {
    return await getLocal(url, timeoutMs);
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}

/** Node wraps the reason of the signal. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause));
}

function describeFailure(answer: LocalAnswer | null, { answerMs }: ReadyLimits): ScriptError {
  const reason =
    answer === null
      ? `It does not answer within ${String(answerMs / 1000)} s.`
      : `It says: ${answer.text}`;
  return new ScriptError(`The server did not get ready. ${reason}`);
}
