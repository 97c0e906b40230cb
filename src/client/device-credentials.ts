import { INVALID_PARAMETER, SESSION_EXPIRED } from '../shared/error-codes.ts';
import { newOpaqueId } from '../shared/ids.ts';
import { postJson, type Send } from './call.ts';
import { bearerCredentials, type Credentials, type DeviceClient } from './credentials.ts';
import { ApiError } from './errors.ts';

/** A device stores this between runs. Both tokens are secrets. */
export interface DeviceState {
  /** Opens sessions for half a year, unless revoked. */
  readonly identityToken: string;
  readonly sessionToken: string;
  /** ISO 8601. */
  readonly sessionExpiresAt: string;
}

export interface DeviceOptions {
  readonly state?: DeviceState | null;
  readonly onChange?: (state: DeviceState) => void;
  readonly now?: () => number;
}

interface Tokens {
  readonly identity_token?: string;
  readonly session_token?: string;
  readonly session_expires_at?: string;
  readonly server_time?: string;
}

/** Sends a heartbeat after half of a session's lifetime. Server time corrects the device's clock. */
export function deviceCredentials(
  client: DeviceClient,
  { state = null, onChange = () => undefined, now = () => Date.now() }: DeviceOptions = {},
): Credentials {
  let kept = state;
  let offsetMs = 0;
  let heartbeatAt = Number.POSITIVE_INFINITY;
  const serverNow = (): number => now() + offsetMs;
  const setHeartbeat = (): void => {
    if (kept !== null) heartbeatAt = (serverNow() + Date.parse(kept.sessionExpiresAt)) / 2;
  };
  const bootstrap = (send: Send, identityToken: string): Promise<unknown> =>
    send(
      '/api/v1/auth/device-bootstrap',
      postJson({
        identity_token: identityToken,
        nonce: newOpaqueId(),
        timestamp_ms: serverNow(),
      }),
    );

  setHeartbeat();
  return {
    headers: () => bearerCredentials(kept?.sessionToken ?? '', client).headers('GET'),
    absorb: (_response, data) => {
      const tokens: Tokens = data ?? {};
      if (tokens.server_time !== undefined) offsetMs = Date.parse(tokens.server_time) - now();
      const identityToken = tokens.identity_token ?? kept?.identityToken;
      const sessionToken = tokens.session_token ?? kept?.sessionToken;
      const sessionExpiresAt = tokens.session_expires_at;
      if (!identityToken || !sessionToken || sessionExpiresAt === undefined) return;
      kept = { identityToken, sessionToken, sessionExpiresAt };
      setHeartbeat();
      onChange(kept);
    },
    prepare: async ({ send, renew }) => {
      if (kept === null) return;
      // The server deletes expired sessions, and then refuses them with another code.
      if (serverNow() >= Date.parse(kept.sessionExpiresAt)) return renew();
      if (serverNow() < heartbeatAt) return;
      // A failed heartbeat is due again after half of the remaining time.
      setHeartbeat();
      await send('/api/v1/auth/device-heartbeat', { method: 'POST' }).catch(() => undefined);
    },
    renews: SESSION_EXPIRED,
    renew: async ({ send }) => {
      if (kept === null) throw new Error('This device has not signed in');
      const { identityToken } = kept;
      const assumedMs = offsetMs;
      try {
        await bootstrap(send, identityToken);
      } catch (error) {
        // The refusal of a wrong clock carries the server's time.
        const isClock = error instanceof ApiError && error.code === INVALID_PARAMETER;
        if (!isClock || offsetMs === assumedMs) throw error;
        await bootstrap(send, identityToken);
      }
    },
  };
}
