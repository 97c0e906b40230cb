import { connect } from 'node:net';
import { filePart, FORM_TYPE, makeForm } from '../../support/legacy.ts';
import type { Address } from './sign-in.ts';

const EVERY_MS = 200;
/** As declared: it never ends. */
const FORM_BYTES = 10_000_000;
const FORM = makeForm([filePart(new Uint8Array(FORM_BYTES))]);

export interface SlowSender {
  /** The codes of its answers so far. */
  readonly codes: readonly number[];
  stop(): void;
}

/** Sends whole files over one socket after the other, at so many bytes a second. */
export const sendSlowly = ({ baseUrl }: Address, token: string, rate: number): SlowSender => {
  const { hostname, port } = new URL(baseUrl);
  const codes: number[] = [];
  let isStopped = false;
  let end = (): void => undefined;

  const open = (): void => {
    if (isStopped) return;
    const socket = connect(Number(port), hostname);
    const from = performance.now();
    let sent = 0;
    // A late timer sends what those before it would have sent.
    const timer = setInterval(() => {
      const due = Math.floor((rate * (performance.now() - from)) / 1000);
      socket.write(FORM.subarray(sent, due));
      sent = due;
    }, EVERY_MS);
    end = () => socket.destroy();
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const code = /"code":(\d+)/u.exec(text)?.[1];
      if (code === undefined) return;
      codes.push(Number(code));
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      open();
    });
    socket.write(
      [
        'POST /api/v1/images/ HTTP/1.1',
        `Host: ${hostname}:${port}`,
        `Authorization: Bearer ${token}`,
        `Content-Type: ${FORM_TYPE}`,
        `Content-Length: ${String(FORM.byteLength)}`,
        '\r\n',
      ].join('\r\n'),
    );
  };
  open();
  return {
    codes,
    stop: () => {
      isStopped = true;
      end();
    },
  };
};
