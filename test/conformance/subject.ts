import assert from 'node:assert/strict';

export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** A public image under test, on any host, and what its first plain GET showed. */
export interface Subject {
  readonly baseUrl: string;
  /** Path of the image, for example `/i/abcdefghijkl.webp`. */
  readonly link: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly lastModified: string;
  /** Requests the link itself with these headers. */
  get(headers?: Record<string, string>, method?: string): Promise<Response>;
  /** Requests another path of the same host. */
  at(path: string, init?: RequestInit): Promise<Response>;
}

export interface ConformanceCase {
  readonly name: string;
  /** `http`: RFC 9110 and good manners, for any image host; `tintype`: what this service promises beyond. */
  readonly scope: 'http' | 'tintype';
  readonly run: (subject: Subject) => Promise<void>;
}

/** Looks at a public image once, so that cases know its bytes and validators. */
export const createSubject = async (
  baseUrl: string,
  link: string,
  send: Send = fetch,
): Promise<Subject> => {
  const at = (path: string, init: RequestInit = {}): Promise<Response> =>
    send(new URL(path, baseUrl).href, { redirect: 'manual', ...init });
  const first = await at(link);
  assert.ok(
    first.status === 200,
    `it answers ${String(first.status)} and should be a public image`,
  );
  return {
    baseUrl,
    link,
    bytes: new Uint8Array(await first.arrayBuffer()),
    etag: first.headers.get('ETag') ?? '',
    lastModified: first.headers.get('Last-Modified') ?? '',
    get: (headers = {}, method = 'GET') => at(link, { method, headers }),
    at,
  };
};

export const httpDate = (text: string, shiftMs = 0): string =>
  new Date(Date.parse(text) + shiftMs).toUTCString();

/** Reads a response's body whole, also where the case is not about it: an open body blocks its connection. */
export const bodyOf = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());

/** Asserts a status and returns the body. */
export const expectStatus = async (response: Response, status: number): Promise<Uint8Array> => {
  const body = await bodyOf(response);
  assert.equal(response.status, status);
  return body;
};

/** Asserts bytes; an assertion that describes two images byte by byte would take minutes. */
export const assertBytes = (actual: Uint8Array, expected: Uint8Array): void => {
  assert.equal(
    actual.byteLength,
    expected.byteLength,
    `the body has ${String(actual.byteLength)} bytes, not ${String(expected.byteLength)}`,
  );
  const wrongAt = expected.findIndex((byte, index) => actual[index] !== byte);
  assert.ok(wrongAt === -1, `byte ${String(wrongAt)} of the body is wrong`);
};

/** Asserts the whole image. */
export const expectWhole = async ({ bytes }: Subject, response: Response): Promise<void> => {
  const body = await expectStatus(response, 200);
  assertBytes(body, bytes);
};

/** Asserts exactly these bytes of the image as a 206 that says so. */
export const expectPart = async (
  { bytes, etag }: Subject,
  response: Response,
  first: number,
  last: number,
): Promise<void> => {
  const body = await expectStatus(response, 206);
  assertBytes(body, bytes.subarray(first, last + 1));
  const range = `bytes ${String(first)}-${String(last)}/${String(bytes.byteLength)}`;
  assert.equal(response.headers.get('Content-Range'), range);
  assert.equal(response.headers.get('ETag'), etag);
};

/** Asserts an answer without a body. */
export const expectEmpty = async (response: Response, status: number): Promise<void> => {
  const body = await expectStatus(response, status);
  assert.equal(body.byteLength, 0);
};
