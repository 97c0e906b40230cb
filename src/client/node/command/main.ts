#!/usr/bin/env node
import { createThreadedNodeCodecs } from '../node-threads.ts';
import { PACKAGE_FILES } from '../package/codec-files.ts';
import { describeFailure } from './describe-failure.ts';
import { listImages } from './list-images.ts';
import { login } from './login.ts';
import { removeImages } from './remove-images.ts';
import { uploadFiles } from './upload-files.ts';
import { USAGE, UsageError, print, warn } from './usage.ts';

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  login,
  up: (args) => uploadFiles(args, createThreadedNodeCodecs({}, PACKAGE_FILES)),
  ls: listImages,
  rm: removeImages,
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  warn(describeFailure(error));
  const isUsage = error instanceof UsageError || isArgumentFault(error);
  if (isUsage) warn('See tintype --help.');
  process.exitCode = isUsage ? 2 : 1;
}

async function main([name = '--help', ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === 'help' || args.includes('--help')) {
    print(USAGE.trimEnd());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command named ${name}`);
  return command(args);
}

/** Of node:util's parseArgs. */
function isArgumentFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('ERR_PARSE_ARGS');
}
