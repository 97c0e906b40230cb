// npm run upload -- [options] FILE…: uploads images to a running Tintype and prints their links.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { MultiBar, Presets } from 'cli-progress';
import { createNodeCodecs } from '../src/client/node/node-codecs.ts';
import {
  cookieCredentials,
  textResumeStore,
  TintypeApi,
  uploadImages,
} from '../src/client/index.ts';
import { openTextStorage } from './upload/file-text-storage.ts';
import { askPassword } from './upload/ask-password.ts';

const USAGE = `Usage: npm run upload -- [options] FILE…

  --url URL         the server (TINTYPE_URL; http://localhost:8080)
  --username NAME   the account (TINTYPE_USERNAME); the password is asked for, or taken from TINTYPE_PASSWORD
  --register EMAIL  create the account first
  --private         keep the images private
  --help            show this text`;

type Options = ReturnType<typeof readOptions>;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options.help || options.files.length === 0 || options.username === '') {
    console.error(USAGE);
    return options.help ? 0 : 2;
  }
  for (const file of options.files) await stat(file);
  return uploadFiles(options, await signIn(options));
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: process.env['TINTYPE_URL'] ?? 'http://localhost:8080' },
      username: { type: 'string', default: process.env['TINTYPE_USERNAME'] ?? '' },
      register: { type: 'string' },
      private: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return { ...values, files: positionals };
}

async function signIn(options: Options): Promise<TintypeApi> {
  const api = new TintypeApi(options.url, cookieCredentials());
  const { username } = options;
  const password =
    process.env['TINTYPE_PASSWORD'] ?? (await askPassword(`Password of ${username}: `));
  if (options.register !== undefined) {
    await api.register({ username, email: options.register, password });
  }
  await api.login({ username, password });
  return api;
}

async function uploadFiles(options: Options, api: TintypeApi): Promise<number> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort(new Error('Cancelled')));
  const bars = new MultiBar(
    { format: '{bar} {percentage}% {stage} {file}', hideCursor: true, noTTYOutput: false },
    Presets.shades_classic,
  );
  const lines = options.files.map((file) => bars.create(100, 0, { file, stage: 'wait   ' }));
  const outcomes = await uploadImages(
    options.files.map((file) => ({
      filename: basename(file),
      read: async () => new Uint8Array(await readFile(file)),
    })),
    {
      api,
      codecs: createNodeCodecs(),
      visibility: options.private ? 'private' : 'public',
      store: textResumeStore(openTextStorage()),
      signal: interrupt.signal,
      onProgress: (index, { stage, fraction }) => {
        const file = options.files[index];
        lines[index]?.update(Math.floor(fraction * 100), { stage: stage.padEnd(7), file });
      },
    },
  );
  bars.stop();
  for (const [index, outcome] of outcomes.entries()) {
    const file = options.files[index] ?? '';
    if (outcome.status === 'fulfilled') {
      console.log(`${file}  ${options.url}/i/${outcome.value.asset_link}.webp`);
    } else {
      console.error(`${file}  failed: ${describeFailure(outcome.reason)}`);
    }
  }
  return outcomes.every(({ status }) => status === 'fulfilled') ? 0 : 1;
}

function describeFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
