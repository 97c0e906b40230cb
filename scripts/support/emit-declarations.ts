import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptError } from './fail.ts';
import { ROOT } from './wrangler.ts';

/** Entries of the package `tintype`. */
const ENTRIES = ['client/node/package/index.ts', 'client/browser/index.ts'];

/** Writes the declarations of the client's package, in folders as in `src`. */
export function emitDeclarations(folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'tintype-types-'));
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      // `npm test` checks types, with the globals of browsers or of Node.
      noCheck: true,
      rootDir: join(ROOT, 'src'),
      outDir: folder,
      lib: ['es2024', 'dom'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    },
    files: [
      ...ENTRIES.map((entry) => join(ROOT, 'src', entry)),
      ...globSync(join(ROOT, 'src', 'client', '**', '*.d.ts')),
    ],
    references: [],
  };
  try {
    const path = join(scratch, 'tsconfig.json');
    writeFileSync(path, JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const { status, stdout } = spawnSync(tsc, ['-p', path], { encoding: 'utf8' });
    if (status !== 0) throw new ScriptError(`The declarations could not be written:\n${stdout}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
