import type { Answer } from './api-call.ts';
import { postJson, type Person } from './people.ts';
import type { TestWorker } from './worker.ts';

export interface Device {
  readonly identityToken: string;
  readonly identityId: number;
  /** The session token. */
  readonly bearer: string;
  /** Headers of its program: session, platform and version. */
  readonly headers: Record<string, string>;
}

export const CLIENT = { 'X-Platform': 'android', 'X-Client-Version': '1.4.0' } as const;

let devices = 0;

/** Sends a login from an unused address; `changes` to the body and to the headers ('' omits one). */
export const askForDevice = (
  worker: TestWorker,
  { username, password }: Pick<Person, 'username' | 'password'>,
  { body = {}, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Response> => {
  devices += 1;
  const sent = {
    ...CLIENT,
    'CF-Connecting-IP': `2001:db8:d:${devices.toString(16)}::1`,
    ...headers,
  };
  const device = { device_id: `device-${String(devices)}`, name: 'A phone' };
  return postJson(
    worker,
    '/api/v1/auth/device-login',
    { username, password, device, ...body },
    Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
  );
};

/** Signs a device in; throws when it is refused. */
export const loginDevice = async (
  worker: TestWorker,
  person: Pick<Person, 'username' | 'password'>,
  deviceId?: string,
): Promise<Device> => {
  const body = deviceId === undefined ? {} : { device: { device_id: deviceId, name: 'A phone' } };
  const response = await askForDevice(worker, person, { body });
  if (response.status !== 200) throw new Error(`device login refused: ${await response.text()}`);
  const { data } = await response.json<{
    data: { identity_token: string; identity_id: number; session_token: string };
  }>();
  await worker.settle();
  return toDevice(data.identity_token, data.identity_id, data.session_token);
};

const toDevice = (identityToken: string, identityId: number, bearer: string): Device => ({
  identityToken,
  identityId,
  bearer,
  headers: { ...CLIENT, Authorization: `Bearer ${bearer}` },
});

/**
 * Requests a session by a device's identity, with a fresh nonce and the Worker's clock unless `changes` override them.
 */
export const bootstrap = async (
  worker: TestWorker,
  { identityToken }: Pick<Device, 'identityToken'>,
  changes: { nonce?: string; timestamp_ms?: number } = {},
  headers: Record<string, string> = CLIENT,
): Promise<Answer<{ session_token: string; session_expires_at: string }>> => {
  const response = await postJson(
    worker,
    '/api/v1/auth/device-bootstrap',
    {
      identity_token: identityToken,
      nonce: crypto.randomUUID(),
      timestamp_ms: worker.clock.now(),
      ...changes,
    },
    headers,
  );
  type Envelope = {
    code: number;
    message: string;
    data: { session_token: string; session_expires_at: string };
  };
  return { status: response.status, ...(await response.json<Envelope>()) };
};

/** The device with a session opened by its identity; throws when it is refused. */
export const bootstrapped = async (worker: TestWorker, device: Device): Promise<Device> => {
  const { code, data } = await bootstrap(worker, device);
  if (code !== 0) throw new Error(`bootstrap refused: ${String(code)}`);
  await worker.settle();
  return toDevice(device.identityToken, device.identityId, data.session_token);
};
