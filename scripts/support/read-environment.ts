import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { ROOT } from './wrangler.ts';

/** A variable of the second replaces that of the first; the environment of the process replaces both. */
const FILES = ['.env', '.env.local'];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that wrangler sees. */
export function readEnvironment(): Environment {
  return { ...Object.assign({}, ...FILES.map(readEnvFile)), ...process.env } as Environment;
}

function readEnvFile(name: string): Environment {
  const path = join(ROOT, name);
  return existsSync(path) ? parse(readFileSync(path, 'utf8')) : {};
}
