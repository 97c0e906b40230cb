import type { Config } from '../../config.ts';
import type { Clock } from '../../../shared/clock.ts';
import { hmacHex } from '../../lib/hmac.ts';
import { postTo } from '../../lib/post-to.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

export interface PurgeTarget {
  purge(urls: readonly string[]): Promise<Result<null, PurgeFailure>>;
}

export interface PurgeFailure {
  readonly reason: string;
  readonly retryAfterMs?: number;
  readonly endsRun: boolean;
}

export class PurgeError extends Error {
  readonly retryAfterMs: number | undefined;
  readonly endsRun: boolean;

  constructor({ reason, retryAfterMs, endsRun }: PurgeFailure) {
    super(reason);
    this.name = 'PurgeError';
    this.retryAfterMs = retryAfterMs;
    this.endsRun = endsRun;
  }
}

const RATE_LIMITED = 429;
const DEFAULT_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 3_600_000;

export function choosePurgeTarget(config: Config, clock: Clock): PurgeTarget | null {
  switch (config.PURGE_TARGET) {
    case 'none':
      return null;
    case 'zone':
      return { purge: (urls) => purgeZone(config, urls) };
    case 'webhook':
      return { purge: (urls) => callWebhook(config, clock, urls) };
  }
}

/** POST /zones/{id}/purge_cache with `files`, at most 100 URLs per call. */
async function purgeZone(
  config: Config,
  urls: readonly string[],
): Promise<Result<null, PurgeFailure>> {
  const sent = await post(
    `${config.PURGE_ZONE_API_URL}/zones/${config.PURGE_ZONE_ID}/purge_cache`,
    { Authorization: `Bearer ${config.PURGE_ZONE_API_TOKEN}` },
    JSON.stringify({ files: urls }),
    config.PURGE_TIMEOUT_MS,
  );
  if (!sent.ok) return sent;
  return confirmsSuccess(sent.value)
    ? ok(null)
    : err({ reason: 'the zone did not confirm the purge', endsRun: false });
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<Result<string, PurgeFailure>> {
  const posted = await postTo(url, {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    timeoutMs,
  });
  if (!posted.ok) return err({ reason: posted.error, endsRun: true });
  const { status, isOk, headers: answered, text } = posted.value;
  if (status === RATE_LIMITED) {
    const seconds = Number.parseInt(answered.get('Retry-After') ?? '', 10);
    return err({
      reason: 'rate limited',
      endsRun: true,
      retryAfterMs: Number.isNaN(seconds)
        ? DEFAULT_PAUSE_MS
        : Math.min(Math.max(seconds, 0) * 1000, MAX_PAUSE_MS),
    });
  }
  return isOk ? ok(text) : err({ reason: `status ${String(status)}`, endsRun: false });
}

function confirmsSuccess(text: string): boolean {
  try {
    return (JSON.parse(text) as { success?: unknown }).success === true;
  } catch {
    return false;
  }
}

/** Signed `{"type":"purge","urls":[…]}`. Any 2xx confirms it. */
async function callWebhook(
  config: Config,
  clock: Clock,
  urls: readonly string[],
): Promise<Result<null, PurgeFailure>> {
  const body = JSON.stringify({ type: 'purge', urls });
  const timestamp = String(clock.now());
  const signature = await signWebhook(config.PURGE_WEBHOOK_SECRET, timestamp, body);
  const sent = await post(
    config.PURGE_WEBHOOK_URL,
    { 'X-Tintype-Timestamp': timestamp, 'X-Tintype-Signature': `sha256=${signature}` },
    body,
    config.PURGE_TIMEOUT_MS,
  );
  return sent.ok ? ok(null) : sent;
}

/** Over `timestamp.body`, hexadecimal. */
export function signWebhook(secret: string, timestamp: string, body: string): Promise<string> {
  return hmacHex(secret, `${timestamp}.${body}`);
}
