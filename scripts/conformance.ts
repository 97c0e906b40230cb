// Checks HTTP conformance of a public image link, on any image host, or how other programs fetch links:
// npm run conformance -- --url URL --link PATH
import { parseArgs } from 'node:util';
import { runClients, type ClientResult } from '../test/conformance/run-clients.ts';
import { runConformance, type CaseResult } from '../test/conformance/run.ts';
import { createSubject, type Subject } from '../test/conformance/subject.ts';
import { ScriptError, runScript } from './support/fail.ts';

const REQUEST_TIMEOUT_MS = 20_000;

const USAGE = `Usage: npm run conformance -- [options] --link PATH
       npm run conformance -- --clients all [options] --link PATH [--link PATH …]

  --url URL    the server (TINTYPE_URL; http://localhost:8080)
  --link PATH  a public image there, for example /i/abcdefghijkl.webp
  --generic    only rules for any image host, without Tintype's further promises
  --json       print the report as JSON
  --clients NAMES  have HTTP clients of this machine fetch the links, which need not be public: all, or
                   names separated by commas
  --packages DIR   a folder with the clients that npm has installed: undici, axios, got, node-fetch
  --help       show this text

Exit status: 0 when all cases hold, 1 when one fails or an image cannot be fetched.`;

const MARKS = { passed: '✓', failed: '✗', skipped: '–' } as const;

await runScript(main);

async function main(): Promise<number> {
  const { url, link: links, generic, json, help, clients, packages } = readOptions();
  const [link, ...others] = links;
  if (help || link === undefined || (others.length > 0 && clients === undefined)) {
    console.error(USAGE);
    return help ? 0 : 1;
  }
  if (clients !== undefined)
    return tryClients(
      clients,
      links.map((path) => new URL(path, url).href),
      packages,
      json,
    );
  const subject = await openSubject(url, link);
  const results: CaseResult[] = [];
  let group = '';
  for await (const result of runConformance(subject, { generic })) {
    results.push(result);
    if (json) continue;
    if (result.group !== group) console.log(`\n${result.group}`);
    ({ group } = result);
    printCase(result);
  }
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((outcome) =>
    countCases(results, outcome),
  );
  if (json) {
    const report = { url, link, bytes: subject.bytes.byteLength, passed, failed, skipped };
    console.log(JSON.stringify({ ...report, cases: results }, null, 2));
  } else {
    console.log(`\n${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
  }
  return failed === 0 ? 0 : 1;
}

function readOptions() {
  return parseArgs({
    options: {
      url: { type: 'string', default: process.env['TINTYPE_URL'] ?? 'http://localhost:8080' },
      link: { type: 'string', multiple: true, default: [] },
      generic: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      clients: { type: 'string' },
      packages: { type: 'string', default: process.cwd() },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

async function tryClients(
  names: string,
  links: readonly string[],
  packages: string,
  json: boolean,
): Promise<number> {
  const results: ClientResult[] = [];
  try {
    for await (const result of runClients(names, links, packages)) {
      results.push(result);
      if (!json) printClient(result);
    }
  } catch (error) {
    throw new ScriptError(error instanceof Error ? error.message : String(error));
  }
  const tried = results.filter(({ failures }) => failures !== null);
  const failed = tried.reduce((sum, { failures }) => sum + (failures?.length ?? 0), 0);
  if (json) console.log(JSON.stringify({ links, failed, clients: results }, null, 2));
  else {
    console.log(
      `\n${String(tried.length)} clients by ${String(links.length)} links, ${String(failed)} failures`,
    );
  }
  return failed === 0 ? 0 : 1;
}

function printClient({ client, failures }: ClientResult): void {
  if (failures === null) console.log(`${MARKS.skipped} ${client}: not installed`);
  else console.log(`${failures.length === 0 ? MARKS.passed : MARKS.failed} ${client}`);
  for (const { link, reason } of failures ?? []) console.log(`    ${link}: ${reason}`);
}

async function openSubject(url: string, link: string): Promise<Subject> {
  try {
    return await createSubject(url, link, (target, init) =>
      fetch(target, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
    );
  } catch (error) {
    const { message, cause } = error as Error;
    throw new ScriptError(
      `${url}${link} cannot be tested: ${cause instanceof Error ? cause.message : message}`,
    );
  }
}

function printCase({ name, outcome, reason }: CaseResult): void {
  if (outcome === 'skipped') return;
  console.log(`  ${MARKS[outcome]} ${name}`);
  if (reason !== null) console.log(`      ${reason}`);
}

function countCases(results: readonly CaseResult[], outcome: CaseResult['outcome']): number {
  return results.filter((result) => result.outcome === outcome).length;
}
