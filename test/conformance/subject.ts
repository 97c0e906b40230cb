import assert from 'node:assert/strict';

export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** A public image under test, on any host, and its first plain GET. */
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
  /** `http`: RFC 9110 and common practice, for any image host; `tintype`: further promises of this service. */
  readonly scope: 'http' | 'tintype';
  readonly run: (subject: Subject) => Promise<void>;
}

/** Requests a public image once, so that cases know its bytes and validators. */
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

/** Reads a response's body whole even if a case ignores it: an open body blocks its connection. */
export const bodyOf = async (response: Response): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer());

/** Asserts a status and returns the body. */
export const expectStatus = async (response: Response, status: number): Promise<Uint8Array> => {
  const body = await bodyOf(response);
  assert.equal(response.status, status);
  return body;
};

/** Asserts bytes; comparing two images byte by byte in an assertion message would take minutes. */
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

/** Asserts exactly these bytes of the image in a 206 with the matching Content-Range. */
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

/** Asserts a response without a body. */
export const expectEmpty = async (response: Response, status: number): Promise<void> => {
  const body = await expectStatus(response, status);
  assert.equal(body.byteLength, 0);
};
