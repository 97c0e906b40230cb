import { maskCredentials } from './credential.ts';

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** One JSON line per event. Never pass a cookie, a token or a password. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export function createLog(base: LogFields = {}): Log {
  return {
    info: (event, fields) => {
      // oxlint-disable-next-line no-console -- the console is where a Worker's log goes
      console.log(writeLine({ level: 'info', event, ...base, ...fields }));
    },
    error: (event, fields) => {
      // oxlint-disable-next-line no-console -- the console is where a Worker's log goes
      console.error(writeLine({ level: 'error', event, ...base, ...fields }));
    },
  };
}

/** A failure may repeat what a request presented. */
function writeLine(fields: LogFields): string {
  return maskCredentials(JSON.stringify(fields));
}

/** Includes causes, but not the parameters of a failed query. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [message = ''] = error.message.split('\nparams:');
  return error.cause === undefined ? message : `${message}: ${describeError(error.cause)}`;
}
