import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPTS = join(import.meta.dirname, '..', '..', '..', 'scripts');
/** All that runs before a command. */
const PARTS = ['run.mjs', join('support', 'import-drizzle.ts')];
const LOCK = {
  packages: {
    '': {},
    'node_modules/needed': { version: '1.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  },
};
const INSTALLED = { packages: { 'node_modules/needed': { version: '1.0.0' } } };

let folder: string;

const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const writeProgram = (path: string, text: string): void => {
  write(path, `#!/bin/sh\n${text}`);
  chmodSync(join(folder, path), 0o755);
};

/** Writes node_modules as npm does, with the running Node as the project's. */
const makeInstalled = (): void => {
  write('node_modules/.package-lock.json', JSON.stringify(INSTALLED));
  write('node_modules/needed/package.json', '{}');
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node_modules', '.bin', 'node'));
};

/** Puts an npm on the PATH that records its arguments, then installs or runs `effect`. */
const fakeNpm = (effect = 'cp -R ready/node_modules .'): void => {
  makeInstalled();
  cpSync(join(folder, 'node_modules'), join(folder, 'ready', 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  rmSync(join(folder, 'node_modules'), { recursive: true });
  writeProgram('path/npm', `echo "$@" >> npm-calls\n/bin/rm -rf node_modules\n/bin/${effect}\n`);
};

const npmCalls = (): number => {
  try {
    return readFileSync(join(folder, 'npm-calls'), 'utf8').trim().split('\n').length;
  } catch {
    return 0;
  }
};

const start = (args: readonly string[], nodeArgs: readonly string[] = []) => {
  const child = spawn(
    process.execPath,
    [...nodeArgs, join(folder, 'scripts', 'run.mjs'), ...args],
    {
      cwd: folder,
      env: { PATH: join(folder, 'path') },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
  return { child, ended, output: () => output };
};

const run = async (...args: string[]) => start(args).ended;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tintype-run-'));
  mkdirSync(join(folder, 'path'));
  write('package-lock.json', JSON.stringify(LOCK));
  write('package.json', '{"type":"module"}');
  for (const part of PARTS) cpSync(join(SCRIPTS, part), join(folder, 'scripts', part));
  write(
    'scripts/hello.ts',
    'const args: string[] = process.argv.slice(2); console.log(JSON.stringify(args)); process.exitCode = 7;',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a command with everything installed', () => {
  beforeEach(makeInstalled);

  it('gets its arguments unchanged, and its exit code is returned', async () => {
    const outcome = await run('hello', '--flag', 'two words', '--', '$HOME');
    expect(outcome).toEqual({ code: 7, output: '["--flag","two words","--","$HOME"]' });
  });

  it('gets the signals, and decides how it ends', async () => {
    write(
      'scripts/wait.ts',
      "process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000); console.log('up');",
    );
    const { child, ended, output } = start(['wait']);
    while (!output().includes('up')) await sleep(20);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(3);
  });

  it('ends when the npm that started it ends', async () => {
    write(
      'scripts/wait.ts',
      "process.on('SIGTERM', () => { console.log('stopped'); process.exit(); }); setInterval(() => {}, 1000); console.log('up');",
    );
    const script = `"${process.execPath}" "${join(folder, 'scripts', 'run.mjs')}" wait; true`;
    const env = { ...process.env, npm_lifecycle_event: 'wait' };
    const shell = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    shell.stdout.on('data', (chunk) => (output += String(chunk)));
    await expect.poll(() => output).toContain('up');
    shell.kill('SIGKILL');
    await expect.poll(() => output).toContain('stopped');
  }, 60_000);

  it('is refused by name when it does not exist', async () => {
    expect(await run('nonsense')).toEqual({
      code: 1,
      output: 'There is no command named nonsense.',
    });
  });

  it('does not start on an old Node, and says so', async () => {
    write('old.cjs', "Object.defineProperty(process.versions, 'node', { value: '18.20.4' });");
    const { code, output } = await start(['hello'], ['--require', join(folder, 'old.cjs')]).ended;
    expect(code).toBe(1);
    expect(output).toBe('Tintype needs Node 20 or newer to set itself up; this is Node 18.20.4.');
  });
});

describe('a command with missing packages', () => {
  it('says that npm is needed when it is missing', async () => {
    const { code, output } = await run('hello');
    expect(code).toBe(1);
    expect(output).toContain('npm is needed to install the packages, and it is not on the PATH');
  });

  it('installs on a fresh clone, once', async () => {
    fakeNpm();
    expect((await run('hello')).output).toContain('they are not installed yet');
    expect(await run('hello')).toEqual({ code: 7, output: '[]' });
    expect(npmCalls()).toBe(1);
  });

  it.each<[string, () => void]>([
    ['npm was stopped half-way', () => rmSync(join(folder, 'node_modules', '.package-lock.json'))],
    ['npm wrote half of its record', () => write('node_modules/.package-lock.json', '{"packa')],
    [
      'a package is gone',
      () => rmSync(join(folder, 'node_modules', 'needed'), { recursive: true }),
    ],
    ['the Node is gone', () => rmSync(join(folder, 'node_modules', '.bin', 'node'))],
    [
      'a version has changed',
      () => write('package-lock.json', JSON.stringify(LOCK).replace('1.0.0', '1.0.1')),
    ],
  ])('installs anew when %s', async (_case, damage) => {
    fakeNpm();
    await run('hello');
    damage();
    await run('hello');
    expect(npmCalls()).toBe(2);
  });

  it('installs once when two start together; the second waits, then runs', async () => {
    fakeNpm(
      "sh -c 'while [ -e npm-calls -a ! -e go ]; do /bin/sleep 0.02; done' && /bin/cp -R ready/node_modules .",
    );
    const both = [start(['hello']), start(['hello'])];
    const waiting = () => both.filter(({ output }) => output().includes('Waiting until process '));
    await expect.poll(() => waiting().length).toBe(1);
    write('go', '');
    for (const { ended } of both) expect((await ended).code).toBe(7);
    expect(npmCalls()).toBe(1);
    expect(existsSync(join(folder, '.install-lock'))).toBe(false);
  });

  it.each([
    ['of a process that is gone', () => String(spawnSync('true').pid)],
    ['that was left empty', () => ''],
  ])('installs once when two commands find a lock %s', async (_case, leave) => {
    fakeNpm('sleep 0.5 && /bin/cp -R ready/node_modules .');
    write('.install-lock', leave());
    const outcomes = await Promise.all([run('hello'), run('hello')]);
    expect(outcomes.map(({ code }) => code)).toEqual([7, 7]);
    expect(npmCalls()).toBe(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('.install-lock'))).toEqual([]);
  });

  it('releases only its own lock', async () => {
    fakeNpm('cp -R ready/node_modules . && echo -n another > .install-lock');
    expect((await run('hello')).code).toBe(7);
    expect(readFileSync(join(folder, '.install-lock'), 'utf8')).toBe('another');
  });

  it('says so when npm fails', async () => {
    fakeNpm('false');
    const { code, output } = await run('hello');
    expect(code).toBe(1);
    expect(output).toContain('npm could not install the packages; its message is above.');
    expect(existsSync(join(folder, '.install-lock'))).toBe(false);
  });

  it('stops when the packages are unusable', async () => {
    fakeNpm('true');
    const { code, output } = await run('hello');
    expect(code).toBe(1);
    expect(output).toContain(
      'npm is done, but the packages are not usable: they are not installed yet.',
    );
  });
});
