import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARS, type VarName } from '../../src/worker/config-vars.ts';
import type { Rule } from '../../src/worker/config-rules.ts';
import { ROOT } from './wrangler.ts';

const SOURCE = join(ROOT, 'src', 'worker', 'config-vars.ts');
export const CONFIGURATION_PAGE = join(ROOT, 'docs', 'configuration.md');

/** The units of numbers, by the ends of names; the first that fits. */
const UNITS = [
  ['_BYTES_PER_SECOND', 'bytes a second'],
  ['_BYTES', 'bytes'],
  ['_PIXELS', 'pixels'],
  ['_PERCENT', '%'],
  ['_MS', 'ms'],
] as const;

/** The larger units of a unit; a number is said in the first whose multiple it is. */
const SCALES: Readonly<Record<string, readonly (readonly [name: string, size: number])[]>> = {
  bytes: [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ],
  ms: [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ],
};

const COLUMNS = ['Name', 'Meaning', 'Unit', 'Default', 'Range'];

const INTRODUCTION = `# Configuration

\`npm run docs\` writes this page from [config-vars.ts](../src/worker/config-vars.ts), where each var has its default.

- A var is set in \`[vars]\` of [wrangler.toml](../wrangler.toml), by \`--var NAME:VALUE\` of \`npm start\` and of \`npm run deploy\`, or in
  the platform's dashboard, whose values the next deployment replaces unless wrangler.toml says \`keep_vars = true\`.
- A secret is set by \`npx wrangler secret put NAME\`, for a local server in \`.dev.vars\`.
- The Worker refuses a value out of range by its name: it answers every request with 503, and its log says why.
- A number in brackets is the error code of a request over the limit. Addresses of IPv6 count by \`/64\`.
`;

interface Section {
  readonly title: string;
  readonly rows: (readonly string[])[];
}

/**
 * Writes docs/configuration.md: each var with the sentence before it.
 * @throws {Error} that names a var without a sentence.
 */
export function writeConfigurationPage(source = readFileSync(SOURCE, 'utf8')): string {
  const sections: Section[] = [];
  const described = new Set<string>();
  const parts =
    /^ {2}\/\/ # (?<title>.+)|^ {2}\/\*\*(?<sentence>(?:(?!\*\/)[^])+)\*\/\n {2}(?<name>[A-Z_\d]+):/gmu;
  for (const { groups = {} } of source.matchAll(parts)) {
    const { title, sentence = '', name = '' } = groups;
    if (title !== undefined) sections.push({ title, rows: [] });
    else sections.at(-1)?.rows.push(describeVar(name as VarName, sentence));
    described.add(name);
  }
  const missing = Object.keys(VARS).filter((name) => !described.has(name));
  if (missing.length > 0) throw new Error(`No sentence stands before ${missing.join(', ')}`);
  return [INTRODUCTION, ...sections.map(writeSection)].join('\n');
}

function describeVar(name: VarName, comment: string): readonly string[] {
  const { fallback, must, isSecret }: Rule<unknown> = VARS[name];
  const isNumber = must.startsWith('must be a whole number');
  const unit = UNITS.find(([end]) => isNumber && name.endsWith(end))?.[1] ?? '';
  const required = fallback === undefined ? 'secret, required' : 'secret';
  const value = fallback === '' || fallback === undefined ? '' : `\`${fallback}\``;
  const range = must
    .replace(/^must be /u, '')
    .replace(`to ${String(Number.MAX_SAFE_INTEGER)}`, 'on')
    .replace(/^a whole number from /u, 'from ');
  return [
    `\`${name}\``,
    comment.replaceAll(/\s+\*?\s*/gu, ' ').trim(),
    unit,
    isSecret === true ? required : value + scale(Number(fallback), unit),
    isSecret === true ? '' : range,
  ];
}

/** A large number in a larger unit, in brackets; empty for another. */
function scale(value: number, unit: string): string {
  const [name, size] = SCALES[unit]?.find(([, size]) => value > 0 && value % size === 0) ?? [];
  return name === undefined || size === undefined ? '' : ` (${String(value / size)} ${name})`;
}

/** A heading and a table. Its columns are not padded: a change of one row touches no other. */
function writeSection({ title, rows }: Section): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [COLUMNS, COLUMNS.map(() => '---'), ...rows].map(line);
  return [`## ${title}`, '', ...table, ''].join('\n');
}
