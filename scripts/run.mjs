// Runs scripts/<command>.ts in the project's own Node 24, after a check of this Node and of the installed packages. The
// syntax suits old Nodes, so that they report their age instead of a stack trace.
import { spawn, spawnSync } from 'child_process';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'fs';
import { delimiter, dirname, join } from 'path';
import { fileURLToPath, pathToFileURL } from 'url';

const MIN_NODE_MAJOR = 20;
const PARENT_CHECK_MS = 1000;
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BIN = join(ROOT, 'node_modules', '.bin');
/** Has the id of the installing process. Beside node_modules, which npm empties. */
const LOCK = join(ROOT, '.install-lock');
const LOCK_CHECK_MS = 200;

const [command, ...args] = process.argv.slice(2);
const major = Number(process.versions.node.split('.')[0]);
if (major < MIN_NODE_MAJOR) {
  fail(
    'Tintype needs Node ' +
      MIN_NODE_MAJOR +
      ' or newer to set itself up; this is Node ' +
      process.versions.node +
      '.',
  );
}
if (command === undefined) fail('Usage: node scripts/run.mjs <command> [arguments]');
if (findInstallFault() !== null) installAlone();
run(command, args);

/** Why node_modules does not fit, or null: npm records there what it has installed. */
function findInstallFault() {
  const wanted = readPackages(join(ROOT, 'package-lock.json'));
  if (wanted === null)
    fail('package-lock.json is missing or broken; restore it from the repository.');
  const installed = readPackages(join(ROOT, 'node_modules', '.package-lock.json'));
  if (installed === null) return 'they are not installed yet';
  for (const path of Object.keys(wanted)) {
    if (path === '') continue;
    const present = installed[path];
    // Packages for other platforms are left out.
    if (present === undefined && wanted[path].optional) continue;
    if (present === undefined || present.version !== wanted[path].version) {
      return 'package-lock.json has changed since they were installed';
    }
    if (!existsSync(join(ROOT, path, 'package.json'))) return path + ' is missing';
  }
  if (spawnSync(join(BIN, 'node'), ['--version']).status !== 0)
    return 'the Node that they bring does not run';
  return null;
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** One process installs: two npm would break each other. */
function installAlone() {
  let known = null;
  while (!takeLock()) {
    const holder = readLock(LOCK);
    if (holder === null) continue;
    if (!isAlive(holder)) {
      breakLock(holder);
      continue;
    }
    if (holder !== known)
      console.error(
        'Waiting until process ' +
          holder +
          ' has installed the packages… If it does something else, delete ' +
          LOCK +
          '.',
      );
    known = holder;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_CHECK_MS);
  }
  process.on('exit', dropLock);
  const fault = findInstallFault();
  if (fault !== null) install(fault);
  process.off('exit', dropLock);
  dropLock();
}

/** The lock appears with the id in it, or not at all, wherever a process stops. */
function takeLock() {
  const own = LOCK + '-' + process.pid;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

/** Another process may have broken this lock as abandoned. */
function dropLock() {
  if (readLock(LOCK) === String(process.pid)) rmSync(LOCK, { force: true });
}

/** The id of the lock's process; null when the lock has just been released. */
function readLock(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function isAlive(holder) {
  const pid = Number(holder);
  // Containers reuse ids, so an own id is an old one. A lock without an id is abandoned.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes an abandoned lock only: another process may have broken and taken it since. */
function breakLock(holder) {
  const broken = LOCK + '-' + process.pid;
  try {
    renameSync(LOCK, broken);
    if (readLock(broken) === holder) rmSync(broken);
    else renameSync(broken, LOCK);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function install(reason) {
  console.error('Installing the packages (' + reason + ')…');
  // npm is on the PATH of its scripts; the flags override the environment.
  const npm = spawnSync(
    'npm',
    ['ci', '--loglevel=error', '--include=dev', '--include=optional', '--ignore-scripts=false'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (npm.error)
    fail(
      'npm is needed to install the packages, and it is not on the PATH: install npm and try again.',
    );
  if (npm.status !== 0)
    fail('npm could not install the packages; its message is above. Fix the cause and try again.');
  const fault = findInstallFault();
  if (fault !== null)
    fail(
      'npm is done, but the packages are not usable: ' +
        fault +
        '. Delete node_modules and try again.',
    );
}

function run(command, args) {
  const script = join(ROOT, 'scripts', command + '.ts');
  if (!existsSync(script)) fail('There is no command named ' + command + '.');
  const env = Object.assign({}, process.env, {
    PATH: BIN + delimiter + process.env.PATH,
    // Wrangler alone is many megabytes of source.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'),
  });
  // As wrangler does. Other commands speak with a server of this machine.
  if (command === 'deploy' || args.includes('--remote')) {
    env.NODE_USE_ENV_PROXY = '1';
    env.NO_PROXY = env.no_proxy || env.NO_PROXY || 'localhost,127.0.0.1,::1';
  }
  const hook = pathToFileURL(join(ROOT, 'scripts', 'support', 'import-drizzle.ts')).href;
  const child = spawn(join(BIN, 'node'), ['--import', hook, script].concat(args), {
    stdio: 'inherit',
    env: env,
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  // This process waits for the script, which decides when to end.
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) {
    // The shell between npm and this process dies of a signal without passing it on; the port would stay taken.
    const parent = process.ppid;
    const check = () => process.ppid !== parent && child.kill('SIGTERM');
    setInterval(check, PARENT_CHECK_MS).unref();
  }
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
