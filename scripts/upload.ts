// Uploads images to a running Tintype and prints their links: npm run upload -- [options] FILE…
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { MultiBar, Presets } from 'cli-progress';
import { askSecret } from '../src/client/node/ask-secret.ts';
import { openTextStorage } from '../src/client/node/file-text-storage.ts';
import { createThreadedNodeCodecs } from '../src/client/node/node-threads.ts';
import {
  ApiError,
  cookieCredentials,
  textResumeStore,
  TintypeApi,
  uploadImages,
  type CaptchaAnswer,
} from '../src/client/index.ts';
import { CAPTCHA_FAILED } from '../src/shared/error-codes.ts';

const USAGE = `Usage: npm run upload -- [options] FILE…

  --url URL         the server (TINTYPE_URL; http://localhost:8080)
  --username NAME   the account (TINTYPE_USERNAME); the password comes from TINTYPE_PASSWORD or a prompt
  --register EMAIL  create the account first
  --captcha JSON    an answer to the server's captcha in the API's form; valid once, so --register needs two:
                    for the account, then for signing in
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
      captcha: { type: 'string', multiple: true, default: [] },
      private: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return { ...values, files: positionals };
}

async function signIn(options: Options): Promise<TintypeApi> {
  const api = new TintypeApi(options.url, cookieCredentials());
  const { username } = options;
  const captchas = options.captcha.map(readCaptcha);
  const takeCaptcha = (): CaptchaAnswer => captchas.shift() ?? { provider: 'none' };
  const password =
    process.env['TINTYPE_PASSWORD'] ?? (await askSecret(`Password of ${username}: `));
  if (options.register !== undefined) {
    const captcha = takeCaptcha();
    await api.register({ username, email: options.register, password, captcha });
  }
  await api.login({ username, password, captcha: takeCaptcha() });
  return api;
}

/** The server refuses answers of other shapes. */
function readCaptcha(text: string): CaptchaAnswer {
  try {
    return JSON.parse(text) as CaptchaAnswer;
  } catch {
    throw new Error(
      '--captcha takes JSON, such as \'{"provider":"provider_b","token":"…"}\', in quotes',
    );
  }
}

async function uploadFiles(options: Options, api: TintypeApi): Promise<number> {
  const interrupt = new AbortController();
  // Ctrl-C arrives more than once: from the terminal, and from the parent programs.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => interrupt.abort(new Error('Cancelled')));
  }
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
      codecs: createThreadedNodeCodecs(),
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
      console.log(`${file}  ${options.url.replace(/\/+$/u, '')}${outcome.value.path}`);
    } else {
      console.error(`${file}  failed: ${describeFailure(outcome.reason)}`);
    }
  }
  return outcomes.every(({ status }) => status === 'fulfilled') ? 0 : 1;
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === CAPTCHA_FAILED) {
    return `${error.message}: this server takes a fresh answer to its captcha with --captcha (see --help)`;
  }
  return error instanceof Error ? error.message : String(error);
}
