import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { TintypeApi } from '../../api.ts';
import type { Codecs } from '../../imaging/codecs/codecs.ts';
import { textResumeStore } from '../../resume.ts';
import { uploadImages } from '../../upload-many.ts';
import { openTextStorage } from '../file-text-storage.ts';
import { openApi, readAccount } from './account-file.ts';
import { describeFailure } from './describe-failure.ts';
import { showProgress } from './show-progress.ts';
import { print, UsageError, warn } from './usage.ts';

/** Prints the URLs of the published images in the order of the files. Returns 1 if a file failed. */
export async function uploadFiles(args: readonly string[], codecs: Codecs): Promise<number> {
  const { values, positionals: files } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { public: { type: 'boolean' }, private: { type: 'boolean' } },
  });
  if (files.length === 0) throw new UsageError('up takes files');
  if (values.public === true && values.private === true) {
    throw new UsageError('Images are either public or private');
  }
  const account = readAccount();
  const isPrivate = values.private ?? (values.public !== true && account.visibility === 'private');
  for (const file of files) await stat(file);
  const outcomes = await sendAll(files, openApi(account), codecs, isPrivate);
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') print(account.url + outcome.value.path);
    else warn(`${files[index] ?? ''}: ${describeFailure(outcome.reason)}`);
  }
  return outcomes.every(({ status }) => status === 'fulfilled') ? 0 : 1;
}

async function sendAll(
  files: readonly string[],
  api: TintypeApi,
  codecs: Codecs,
  isPrivate: boolean,
): ReturnType<typeof uploadImages> {
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new Error('Cancelled'));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, stop);
  const progress = showProgress(files.length);
  try {
    return await uploadImages(
      files.map((file) => ({
        filename: basename(file),
        read: async () => new Uint8Array(await readFile(file)),
      })),
      {
        api,
        codecs,
        visibility: isPrivate ? 'private' : 'public',
        store: textResumeStore(openTextStorage()),
        signal: interrupt.signal,
        onProgress: (index, { fraction }) => progress.set(index, fraction),
      },
    );
  } finally {
    progress.end();
    for (const signal of signals) process.off(signal, stop);
  }
}
