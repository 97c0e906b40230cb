import { StallError, StallWatch } from '../../../shared/stall-watch.ts';
import { baseName } from '../../lib/base-name.ts';
import { DomainError, type ErrorName } from '../errors.ts';

export interface FetchLimits {
  readonly maxBytes: number;
  /** This service's, which would call itself. */
  readonly ownHosts: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const WHOLE_MS = 30_000;
const IDLE_MS = 10_000;
const MAX_REDIRECTS = 3;
/** A name of the public DNS has a dot; of these, none is public (RFC 6761, RFC 6762, RFC 8375). */
const LOCAL_NAME =
  /^[^.]+$|\.(?:arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$/u;
/** URLs normalize other forms to these. */
const ADDRESS = /^\[.*\]$|^\d+\.\d+\.\d+\.\d+$/u;

export const FETCH_FILE_ERRORS = [
  'invalid_parameter',
  'body_too_large',
] as const satisfies readonly ErrorName[];

/**
 * Passes on the bytes behind an address of the public web; only its own host may redirect. Returns the name of the file.
 * @throws {DomainError} invalid_parameter, body_too_large, and what `take` throws.
 */
export async function fetchFile(
  text: string,
  { maxBytes, ownHosts, signal }: FetchLimits,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<string> {
  const url = readPublicUrl(text, ownHosts);
  const watch = new StallWatch(IDLE_MS, WHOLE_MS);
  signal?.addEventListener('abort', () => watch.stall());
  if (signal?.aborted === true) watch.stall();
  const end = new AbortController();
  try {
    const response = await follow(url, (target) =>
      watch.wait(
        fetch(target, {
          redirect: 'manual',
          signal: end.signal,
          headers: { Accept: 'image/*', 'User-Agent': 'Tintype' },
        }),
      ),
    );
    if (Number(response.headers.get('Content-Length') ?? 0) > maxBytes) {
      throw new DomainError('body_too_large');
    }
    await readAll(response.body, watch, take);
    return nameOf(url);
  } catch (error) {
    throw toRefusal(error);
  } finally {
    watch.stop();
    // Also ends a body that is too long.
    end.abort();
  }
}

async function readAll(
  body: ReadableStream<Uint8Array> | null,
  watch: StallWatch,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  for (;;) {
    const { done, value } = await watch.wait(reader.read());
    if (done) return;
    await take(value);
  }
}

function readPublicUrl(text: string, ownHosts: readonly string[]): URL {
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (!isWeb) throw refuse('url: must begin with https:// or http://');
  const host = url.hostname.replace(/\.+$/u, '');
  const isPublic = !ADDRESS.test(host) && !LOCAL_NAME.test(host) && !ownHosts.includes(host);
  if (!isPublic || url.port !== '' || url.username !== '' || url.password !== '') {
    throw refuse('url: only addresses of the public web, by name, are fetched');
  }
  return url;
}

/** Redirects to another host could lead anywhere. */
async function follow(start: URL, fetchFrom: (url: URL) => Promise<Response>): Promise<Response> {
  let url = start;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await fetchFrom(url);
    const location = response.headers.get('Location');
    if (response.status < 300 || response.status >= 400 || location === null) {
      if (response.ok) return response;
      throw refuse(`url: the address answers with ${response.status}`);
    }
    const next = URL.parse(location, url);
    const isUpgrade = next?.protocol === 'https:' || next?.protocol === url.protocol;
    if (next?.hostname !== start.hostname || next.port !== '' || !isUpgrade) {
      throw refuse('url: the address redirects to another host');
    }
    url = next;
  }
  throw refuse('url: the address redirects too often');
}

function nameOf({ pathname }: URL): string {
  try {
    return baseName(decodeURIComponent(pathname));
  } catch {
    return baseName(pathname);
  }
}

function toRefusal(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const message =
    error instanceof StallError
      ? 'url: the address answers too slowly'
      : 'url: the address could not be read';
  return refuse(message, error);
}

function refuse(message: string, cause?: unknown): DomainError {
  return new DomainError('invalid_parameter', { message, cause });
}
