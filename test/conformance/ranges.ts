import assert from 'node:assert/strict';
import {
  assertBytes,
  bodyOf,
  expectEmpty,
  expectPart,
  expectWhole,
  httpDate,
  type ConformanceCase,
  type Subject,
} from './subject.ts';

const DAY_MS = 86_400_000;
const HUGE = '9'.repeat(40);

type SizeRange = (size: number) => string;

const returns = (
  name: string,
  range: SizeRange,
  bounds: (size: number) => readonly [first: number, last: number],
): ConformanceCase => ({
  name: `range ${name}: exactly these bytes`,
  scope: 'http',
  run: async (subject) => {
    const size = subject.bytes.byteLength;
    const [first, last] = bounds(size);
    await expectPart(subject, await subject.get({ Range: range(size) }), first, last);
  },
});

const ignores = (name: string, range: string): ConformanceCase => ({
  name: `range ${name}: ignored`,
  scope: 'http',
  run: async (subject) => expectWhole(subject, await subject.get({ Range: range })),
});

const refuses = (name: string, range: SizeRange): ConformanceCase => ({
  name: `range ${name}: 416 with the size and no body`,
  scope: 'http',
  run: async (subject) => {
    const size = subject.bytes.byteLength;
    const response = await subject.get({ Range: range(size) });
    await expectEmpty(response, 416);
    assert.equal(response.headers.get('Content-Range'), `bytes */${String(size)}`);
  },
});

const ifRange = (
  name: string,
  isKept: boolean,
  valueOf: (subject: Subject) => string,
): ConformanceCase => ({
  name: `If-Range with ${name}: ${isKept ? 'the range' : 'the whole'}`,
  scope: 'http',
  run: async (subject) => {
    const response = await subject.get({ Range: 'bytes=1-4', 'If-Range': valueOf(subject) });
    await (isKept ? expectPart(subject, response, 1, 4) : expectWhole(subject, response));
  },
});

/** Ranges (RFC 9110, section 14). */
export const RANGE_CASES: readonly ConformanceCase[] = [
  returns(
    'of the first byte',
    () => 'bytes=0-0',
    () => [0, 0],
  ),
  returns(
    'of the first ten bytes',
    () => 'bytes=0-9',
    () => [0, 9],
  ),
  returns(
    'in the middle',
    () => 'bytes=7-12',
    () => [7, 12],
  ),
  returns(
    'from a byte on',
    () => 'bytes=5-',
    (size) => [5, size - 1],
  ),
  returns(
    'of the whole',
    () => 'bytes=0-',
    (size) => [0, size - 1],
  ),
  returns(
    'of the last byte',
    (size) => `bytes=${String(size - 1)}-`,
    (size) => [size - 1, size - 1],
  ),
  returns(
    'of the last six bytes',
    () => 'bytes=-6',
    (size) => [size - 6, size - 1],
  ),
  returns(
    'of a suffix larger than the image',
    () => `bytes=-${HUGE}`,
    (size) => [0, size - 1],
  ),
  returns(
    'past the end',
    () => `bytes=3-${HUGE}`,
    (size) => [3, size - 1],
  ),
  returns(
    'with the unit in capitals',
    () => 'BYTES=1-2',
    () => [1, 2],
  ),
  refuses('after the end', (size) => `bytes=${String(size)}-`),
  refuses('far after the end', () => `bytes=${HUGE}-`),
  refuses('of an empty suffix', () => 'bytes=-0'),
  ignores('with its ends swapped', 'bytes=9-3'),
  ignores('without numbers', 'bytes=-'),
  ignores('of letters', 'bytes=a-b'),
  ignores('that is empty', 'bytes='),
  ignores('with a sign', 'bytes=+0-1'),
  ignores('in hexadecimal', 'bytes=0x0-0x9'),
  ignores('in an unknown unit', 'pixels=0-9'),
  ignores('without a unit', '0-9'),
  {
    name: 'several ranges: the whole or a multipart response',
    scope: 'http',
    run: async (subject) => {
      const response = await subject.get({ Range: 'bytes=0-1,4-5' });
      if (response.status === 200) return expectWhole(subject, response);
      await bodyOf(response);
      assert.equal(response.status, 206);
      assert.match(response.headers.get('Content-Type') ?? '', /^multipart\/byteranges/u);
    },
  },
  {
    name: 'a thousand ranges cost no more than the whole',
    scope: 'http',
    run: async (subject) => {
      const response = await subject.get({ Range: `bytes=${'0-,'.repeat(1000)}0-` });
      const body = await bodyOf(response);
      assert.ok(body.byteLength <= subject.bytes.byteLength + 1024);
    },
  },
  {
    name: 'two halves make the whole',
    scope: 'http',
    run: async (subject) => {
      const middle = Math.floor(subject.bytes.byteLength / 2);
      const halves = [`bytes=0-${String(middle - 1)}`, `bytes=${String(middle)}-`];
      const parts: number[] = [];
      for (const Range of halves) parts.push(...(await bodyOf(await subject.get({ Range }))));
      assertBytes(Uint8Array.from(parts), subject.bytes);
    },
  },
  ifRange('the tag', true, ({ etag }) => etag),
  ifRange('another tag', false, () => '"other"'),
  ifRange('the tag marked weak', false, ({ etag }) => `W/${etag}`),
  ifRange('the exact date', true, ({ lastModified }) => lastModified),
  ifRange('an earlier date', false, ({ lastModified }) => httpDate(lastModified, -DAY_MS)),
  ifRange('a later date', false, ({ lastModified }) => httpDate(lastModified, DAY_MS)),
  ifRange('nonsense', false, () => 'soon'),
  {
    name: 'If-Range without a range: the whole',
    scope: 'http',
    run: async (subject) => expectWhole(subject, await subject.get({ 'If-Range': subject.etag })),
  },
];
