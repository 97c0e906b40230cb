import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort } from '../../support/find-port.ts';
import { WINDOW_PX, type Visitor } from './visitor.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/xvfb-run';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const WAIT_MS = 120_000;
const POLL_MS = 100;
/** W3C WebDriver, section 12.1: key of an element reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Found = Readonly<Record<typeof ELEMENT, string>>;

/** Whether WebKitGTK, its driver and a virtual display are installed. */
export const hasWebkit = (): boolean =>
  [DRIVER, DISPLAY, BROWSER].every((path) => existsSync(path));

/** Opens WebKitGTK's MiniBrowser on a virtual display, driven by W3C WebDriver. */
export const openWebkit = async (): Promise<Visitor> => {
  const port = await findPort();
  const driver = spawn(DISPLAY, ['-a', DRIVER, `--port=${String(port)}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, LANG: 'en_US.UTF-8', JSC_useSharedArrayBuffer: '1' },
  });
  const end = (): void => {
    try {
      if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGKILL');
    } catch {
      // All processes have ended.
    }
  };
  process.once('exit', end);
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message ?? 'refused'}`);
    return value;
  };
  const untilThere = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
    for (const deadline = Date.now() + WAIT_MS; ; await sleep(POLL_MS)) {
      const found = await look().catch(() => null);
      if (found !== null && found !== false) return found;
      if (Date.now() > deadline) throw new Error(`${what} is not there`);
    }
  };
  const capabilities = {
    alwaysMatch: {
      acceptInsecureCerts: true,
      'webkitgtk:browserOptions': {
        binary: BROWSER,
        args: ['--automation', '--features=+StorageAPI,+FileSystem'],
      },
    },
  };
  const { sessionId } = await untilThere('WebKit', () =>
    call<{ sessionId: string }>('POST', '/session', { capabilities }),
  );
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/window/rect`, WINDOW_PX);
  const find = async (path: string): Promise<string> => {
    const found = await call<Found>('POST', `${session}/element`, { using: 'xpath', value: path });
    return found[ELEMENT];
  };
  const evaluate = <T>(expression: string): Promise<T> =>
    call<T>('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  const findShown = (path: string): Promise<string> =>
    untilThere(path, async () => {
      const body = { using: 'xpath', value: path };
      for (const { [ELEMENT]: id } of await call<Found[]>('POST', `${session}/elements`, body)) {
        if (await call<boolean>('GET', `${session}/element/${id}/displayed`)) return id;
      }
      return null;
    }).catch(async (cause: unknown) => {
      const words = await evaluate<string>('document.body.innerText').catch(() => 'nothing');
      throw new Error(`The page shows: ${words}`, { cause });
    });
  /** An element may be redrawn between finding and using it. */
  const act = (path: string, action: string, body: object): Promise<unknown> =>
    untilThere(path, async () => {
      await call('POST', `${session}/element/${await findShown(path)}/${action}`, body);
      return true;
    });
  return {
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    see: async (path) => void (await findShown(path)),
    press: async (path) => void (await act(path, 'click', {})),
    type: async (path, text) => void (await act(path, 'value', { text })),
    choose: async (path, files) => {
      const id = await untilThere(path, () => find(path));
      await call('POST', `${session}/element/${id}/value`, { text: files.join('\n') });
    },
    evaluate,
    [Symbol.asyncDispose]: async () => {
      await call('DELETE', session).catch(() => undefined);
      process.removeListener('exit', end);
      end();
    },
  };
};
