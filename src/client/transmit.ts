export interface Transmission {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly credentials: 'include' | 'omit';
  readonly signal: AbortSignal;
}

/** `onSent` receives the bytes sent so far. Rejects as `fetch` does. */
export type Transmit = (
  url: string,
  transmission: Transmission,
  onSent: (sentBytes: number) => void,
) => Promise<Response>;

/** The part of XMLHttpRequest in use; Node's types lack it. */
interface XhrRequest {
  withCredentials: boolean;
  readonly status: number;
  readonly responseText: string;
  readonly upload: {
    addEventListener(type: 'progress', listener: (event: { loaded: number }) => void): void;
    addEventListener(type: 'load', listener: () => void): void;
  };
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  addEventListener(type: 'load' | 'error' | 'abort' | 'loadend', listener: () => void): void;
  send(body: Uint8Array<ArrayBuffer>): void;
  abort(): void;
}
declare const XMLHttpRequest: (new () => XhrRequest) | undefined;

const CHUNK_BYTES = 65_536;

/** Browsers report progress in XMLHttpRequest only: their fetch accepts streams in Chromium over HTTP/2 alone. */
export function chooseTransmit(fetcher: typeof fetch | undefined): Transmit {
  if (fetcher === undefined && typeof XMLHttpRequest !== 'undefined') {
    return transmitByXhr(XMLHttpRequest);
  }
  const send = fetcher ?? ((...args) => fetch(...args));
  return 'location' in globalThis ? transmitWhole(send) : transmitAsStream(send);
}

function transmitByXhr(Xhr: new () => XhrRequest): Transmit {
  return (url, { method, headers, body, credentials, signal }, onSent) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const request = new Xhr();
      const abort = (): void => request.abort();
      request.open(method, url);
      request.withCredentials = credentials === 'include';
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
      request.upload.addEventListener('load', () => onSent(body.length));
      request.addEventListener('load', () => {
        try {
          resolve(readResponse(request));
        } catch (error) {
          // A proxy may answer with a status that Response does not allow.
          reject(error);
        }
      });
      request.addEventListener('error', () => reject(new TypeError('The connection broke')));
      request.addEventListener('abort', () => reject(signal.reason as Error));
      request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
      signal.addEventListener('abort', abort);
      request.send(body);
    });
}

function readResponse(request: XhrRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const separator = line.indexOf(':');
    if (separator > 0) headers.append(line.slice(0, separator), line.slice(separator + 1).trim());
  }
  // Some statuses forbid a body, even an empty one.
  return new Response(request.responseText || null, { status: request.status, headers });
}

function transmitWhole(send: typeof fetch): Transmit {
  return async (url, transmission, onSent) => {
    const response = await send(url, transmission);
    onSent(transmission.body.length);
    return response;
  };
}

function transmitAsStream(send: typeof fetch): Transmit {
  return (url, { body, headers, ...transmission }, onSent) => {
    let sentBytes = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const end = Math.min(sentBytes + CHUNK_BYTES, body.length);
          if (end > sentBytes) controller.enqueue(body.subarray(sentBytes, end));
          sentBytes = end;
          if (end === body.length) controller.close();
          onSent(end);
        },
      },
      { highWaterMark: 0 },
    );
    // A stream has no length of its own.
    const sized = { ...headers, 'Content-Length': String(body.length) };
    const init = { ...transmission, headers: sized, body: stream, duplex: 'half' } as const;
    return send(url, init);
  };
}
