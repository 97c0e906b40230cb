import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { FOREIGN_CLIENTS, type ForeignClient } from './foreign-clients.ts';

const TIMEOUT_MS = 90_000;
const MAX_BYTES = 64 * 2 ** 20;

const execute = promisify(execFile);

export interface ClientResult {
  readonly client: string;
  /** Null where the program, or a library, is missing, or may not fetch. */
  readonly failures: readonly { readonly link: string; readonly reason: string }[] | null;
}

interface Wanted {
  readonly url: string;
  readonly sha256: string;
  readonly size: string;
  /** From a port that is not the scheme's. */
  readonly isRedirectedFromPort: boolean;
}

/**
 * Has each client of this machine fetch each link, and compares bytes, or the size of the decoded image, with what Node's
 * `fetch` gets. `packages` is a folder in which npm has installed the clients for Node.
 * @throws {Error} for an unknown name, or a link that shows no image.
 */
export async function* runClients(
  names: string,
  links: readonly string[],
  packages: string,
): AsyncGenerator<ClientResult> {
  const wanted = await Promise.all(links.map(readWanted));
  for (const client of pickClients(names)) {
    if (!(await isThere(client, packages))) {
      yield { client: client.name, failures: null };
      continue;
    }
    const links = wanted.filter(
      ({ isRedirectedFromPort }) => !(client.omitsPort === true && isRedirectedFromPort),
    );
    const reasons = await findFaults(client, links, packages);
    const failures = links.flatMap(({ url }, index) => {
      const reason = reasons[index] ?? null;
      return reason === null ? [] : [{ link: url, reason }];
    });
    yield { client: client.name, failures };
  }
}

function pickClients(names: string): readonly ForeignClient[] {
  if (names === 'all') return FOREIGN_CLIENTS;
  return names.split(',').map((name) => {
    const client = FOREIGN_CLIENTS.find((one) => one.name === name);
    if (client === undefined) throw new Error(`No client is named ${name}`);
    return client;
  });
}

async function readWanted(url: string): Promise<Wanted> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${String(response.status)}`);
  const bytes = await response.bytes();
  const { width, height } = await sharp(bytes).metadata();
  return {
    url,
    sha256: hash(bytes),
    size: `${String(width)} ${String(height)}`,
    isRedirectedFromPort: response.redirected && new URL(url).port !== '',
  };
}

function isThere({ program, probe = [] }: ForeignClient, cwd: string): Promise<boolean> {
  const asked = probe.length === 0 ? (['which', [program]] as const) : ([program, probe] as const);
  return execute(...asked, { cwd, timeout: TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

/** For each link; null for the wanted image. */
async function findFaults(
  client: ForeignClient,
  links: readonly Wanted[],
  cwd: string,
): Promise<(string | null)[]> {
  const { argsOfAll, program } = client;
  if (argsOfAll === undefined) {
    const reasons = [];
    for (const link of links) reasons.push(await findFault(client, link, cwd));
    return reasons;
  }
  try {
    const args = argsOfAll(links.map(({ url }) => url));
    const { stdout } = await execute(program, args, { cwd, timeout: TIMEOUT_MS });
    const sizes = /<title>([^<]*)/u.exec(stdout)?.[1]?.split(',') ?? [];
    return links.map(({ size }, index) => compareSizes(sizes[index] ?? 'nothing', size));
  } catch (error) {
    return links.map(() => reasonOf(error));
  }
}

function compareSizes(found: string, size: string): string | null {
  return found === size ? null : `${found}, not ${size}`;
}

async function findFault(
  { program, args, isDecoder = false }: ForeignClient,
  { url, sha256, size }: Wanted,
  cwd: string,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-client-'));
  const file = join(folder, 'image');
  try {
    const { stdout } = await execute(program, args(url, file), {
      cwd,
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
      timeout: TIMEOUT_MS,
    });
    if (isDecoder) {
      const [, width = '', height = ''] = /(\d+)[ x](\d+)/u.exec(stdout.toString()) ?? [];
      return compareSizes(`${width} ${height}`, size);
    }
    const bytes = existsSync(file) ? await readFile(file) : stdout;
    return hash(bytes) === sha256 ? null : `${String(bytes.length)} other bytes`;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
