import assert from 'node:assert/strict';
import {
  expectEmpty,
  expectWhole,
  httpDate,
  type ConformanceCase,
  type Subject,
} from './subject.ts';

const DAY_MS = 86_400_000;
const OTHER_TAG = '"0000000000000000000000000000000000000000000000000000000000000000"';

type HeadersOf = (subject: Subject) => Record<string, string>;

const selects = (
  name: string,
  status: 200 | 304 | 412,
  headersOf: HeadersOf,
  scope: ConformanceCase['scope'] = 'http',
): ConformanceCase => ({
  name,
  scope,
  run: async (subject) => {
    const response = await subject.get(headersOf(subject));
    await (status === 200 ? expectWhole(subject, response) : expectEmpty(response, status));
  },
});

const rfc850 = (date: Date): string => {
  const [day = '', month = '', year = ''] = date.toUTCString().slice(5, 16).split(' ');
  const weekday = date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday}, ${day}-${month}-${year.slice(2)} ${date.toUTCString().slice(17)}`;
};

const asctime = (date: Date): string => {
  const text = date.toUTCString();
  const day = String(date.getUTCDate()).padStart(2, ' ');
  return `${text.slice(0, 3)} ${text.slice(8, 11)} ${day} ${text.slice(17, 25)} ${text.slice(12, 16)}`;
};

/** Preconditions (RFC 9110, section 13). */
export const CONDITION_CASES: readonly ConformanceCase[] = [
  selects('If-None-Match with the tag: 304', 304, ({ etag }) => ({ 'If-None-Match': etag })),
  selects('If-None-Match with the tag marked weak: 304', 304, ({ etag }) => ({
    'If-None-Match': `W/${etag}`,
  })),
  selects('If-None-Match with the tag in a list: 304', 304, ({ etag }) => ({
    'If-None-Match': `${OTHER_TAG}, "a,b" ,${etag}`,
  })),
  selects('If-None-Match with *: 304', 304, () => ({ 'If-None-Match': '*' })),
  selects('If-None-Match with another tag: 200', 200, () => ({ 'If-None-Match': OTHER_TAG })),
  selects('If-None-Match with the tag unquoted: 200', 200, ({ etag }) => ({
    'If-None-Match': etag.replaceAll('"', ''),
  })),
  selects('If-None-Match outweighs If-Modified-Since', 200, ({ lastModified }) => ({
    'If-None-Match': OTHER_TAG,
    'If-Modified-Since': httpDate(lastModified, DAY_MS),
  })),
  selects('If-None-Match comes before a range', 304, ({ etag }) => ({
    'If-None-Match': etag,
    Range: 'bytes=0-0',
  })),
  selects('If-Modified-Since the very second: 304', 304, ({ lastModified }) => ({
    'If-Modified-Since': lastModified,
  })),
  selects('If-Modified-Since a later day: 304', 304, ({ lastModified }) => ({
    'If-Modified-Since': httpDate(lastModified, DAY_MS),
  })),
  selects('If-Modified-Since an earlier day: 200', 200, ({ lastModified }) => ({
    'If-Modified-Since': httpDate(lastModified, -DAY_MS),
  })),
  selects('If-Modified-Since in the form of RFC 850: 304', 304, ({ lastModified }) => ({
    'If-Modified-Since': rfc850(new Date(lastModified)),
  })),
  selects('If-Modified-Since in the form of asctime: 304', 304, ({ lastModified }) => ({
    'If-Modified-Since': asctime(new Date(lastModified)),
  })),
  ...['tomorrow', '0', '2099-01-01T00:00:00Z'].map((date) =>
    selects(`If-Modified-Since with no HTTP-date (${date}): 200`, 200, () => ({
      'If-Modified-Since': date,
    })),
  ),
  selects('If-Match with the tag: 200', 200, ({ etag }) => ({ 'If-Match': etag })),
  selects('If-Match with *: 200', 200, () => ({ 'If-Match': '*' })),
  selects('If-Match with the tag in a list: 200', 200, ({ etag }) => ({
    'If-Match': `${OTHER_TAG}, ${etag}`,
  })),
  selects('If-Match with another tag: 412', 412, () => ({ 'If-Match': OTHER_TAG })),
  selects('If-Match with the tag marked weak: 412', 412, ({ etag }) => ({
    'If-Match': `W/${etag}`,
  })),
  selects('If-Match outweighs If-Unmodified-Since', 200, ({ etag, lastModified }) => ({
    'If-Match': etag,
    'If-Unmodified-Since': httpDate(lastModified, -DAY_MS),
  })),
  selects('If-Unmodified-Since the very second: 200', 200, ({ lastModified }) => ({
    'If-Unmodified-Since': lastModified,
  })),
  selects('If-Unmodified-Since an earlier day: 412', 412, ({ lastModified }) => ({
    'If-Unmodified-Since': httpDate(lastModified, -DAY_MS),
  })),
  selects('If-Unmodified-Since with no HTTP-date: 200', 200, () => ({
    'If-Unmodified-Since': 'yesterday',
  })),
  selects('a condition that holds, then If-None-Match: 304', 304, ({ etag }) => ({
    'If-Match': etag,
    'If-None-Match': etag,
  })),
  selects('a condition that fails comes before If-None-Match: 412', 412, ({ etag }) => ({
    'If-Match': OTHER_TAG,
    'If-None-Match': etag,
  })),
  {
    name: '304 renews cached headers and describes no content',
    scope: 'http',
    run: async (subject) => {
      const { headers } = await subject.get({ 'If-None-Match': subject.etag });
      assert.equal(headers.get('ETag'), subject.etag);
      assert.match(headers.get('Cache-Control') ?? '', /max-age=\d+/u);
      assert.equal(headers.get('Content-Type'), null);
    },
  },
  {
    name: 'HEAD respects preconditions',
    scope: 'http',
    run: async (subject) =>
      expectEmpty(await subject.get({ 'If-None-Match': subject.etag }, 'HEAD'), 304),
  },
];
