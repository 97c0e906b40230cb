import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinBytes, utf8 } from '../../../../../src/shared/bytes.ts';
import { makeJpeg } from '../../../../support/craft-images.ts';
import {
  filePart,
  FORM_TYPE,
  LEGACY_VARS,
  legacyClient,
  loseJobs,
  makeForm,
  type LegacyClient,
} from '../../../../support/legacy.ts';
import { registerAndLogin, type Person } from '../../../../support/people.ts';
import { createTestWorker, type TestWorker } from '../../../../support/worker.ts';

/** One place for all: a request that keeps it refuses the next. */
const VARS = {
  ...LEGACY_VARS,
  UPLOAD_CONCURRENT_FILES_PER_ISOLATE: '1',
  UPLOAD_CONCURRENT_PARTS_PER_ISOLATE: '1',
  UPLOAD_CONCURRENT_PARTS_PER_USER: '1',
  UPLOAD_FILE_WAIT_MS: '0',
  BODY_IDLE_TIMEOUT_MS: '1000',
} as const;
const [, BOUNDARY = ''] = FORM_TYPE.split('boundary=');
const LONG = 300_000;
const MIB = 1_048_576;

const photo = makeJpeg(40, 30, { bytes: LONG });
const sound = makeForm([filePart(makeJpeg(5, 5))]);

let worker: TestWorker;
let person: Person;
let client: LegacyClient;

beforeAll(async () => {
  worker = createTestWorker({ vars: VARS, intercept: loseJobs() });
  person = await registerAndLogin(worker);
});

beforeEach(() => {
  client = legacyClient(worker, person);
});

const text = (bytes: number, name = 'description') => ({ name, value: 'x'.repeat(bytes) });

/** A part with headers of its own, in a form of its own. */
const formOf = (headers: string, value: Uint8Array): Uint8Array<ArrayBuffer> =>
  joinBytes([utf8(`--${BOUNDARY}\r\n${headers}\r\n\r\n`), value, utf8(`\r\n--${BOUNDARY}--\r\n`)]);

const encoded = (disposition: string, encoding: string, value: Uint8Array = photo) =>
  formOf(`Content-Disposition: ${disposition}\r\nContent-Transfer-Encoding: ${encoding}`, value);

const FILE = 'form-data; name="file"; filename="a.jpg"';

const FORMS: Readonly<
  Record<string, [body: Uint8Array<ArrayBuffer>, code: number, type?: string]>
> = {
  'with a text of 66 KB and no file': [makeForm([text(66_000)]), 3000],
  'with a text of 300 KB and no file': [makeForm([text(LONG)]), 3000],
  'with a text of 1 MiB and no file': [makeForm([text(MIB)]), 3000],
  'with a long text before its file': [makeForm([text(LONG), filePart(photo)]), 3000],
  'with a long text after its file': [makeForm([filePart(photo), text(LONG)]), 3000],
  'with a file without a filename': [makeForm([{ name: 'file', value: photo }]), 3000],
  'with a long part of no disposition': [formOf('Content-Type: image/jpeg', photo), 3001],
  'with a long part of another disposition': [
    formOf('Content-Disposition: attachment; filename="a.jpg"', photo),
    3001,
  ],
  'with two long files': [makeForm([filePart(photo), filePart(photo)]), 3004],
  'with 400 small fields': [
    makeForm([...Array.from({ length: 400 }, (_, i) => text(1, `f${i}`)), filePart(photo)]),
    3000,
  ],
  'with a header of 300 KB': [makeForm([text(1, 'x'.repeat(LONG))]), 3001],
  'that is cut in its file': [makeForm([filePart(photo)]).slice(0, 200_000), 3006],
  'that is cut in a long text': [makeForm([text(LONG)]).slice(0, 200_000), 3006],
  'of another boundary': [makeForm([filePart(photo)]), 3006, `${FORM_TYPE}x`],
  'of another boundary, and 1 MiB': [makeForm([text(MIB)]), 3000, `${FORM_TYPE}x`],
  'without a boundary': [makeForm([filePart(photo)]), 3000, 'multipart/form-data'],
  'with its file in base64': [encoded(FILE, 'base64', utf8('/9j/4AAQ')), 3000],
  'with its title quoted-printable': [
    encoded('form-data; name="title"', 'quoted-printable', utf8('a=20b')),
    3000,
  ],
};

/** As it may come from a network. */
const inChunks = (body: Uint8Array<ArrayBuffer>, bytes: number): ReadableStream => {
  let at = 0;
  return new ReadableStream({
    type: 'bytes',
    pull: (controller) => {
      controller.enqueue(body.slice(at, at + bytes));
      at += bytes;
      if (at >= body.byteLength) controller.close();
    },
  });
};

describe.each([10_000, 100_000, 2 * MIB])('in chunks of %i bytes, a form', (bytes) => {
  it.each(Object.entries(FORMS))(
    '%s is refused, and its place is free',
    async (_, [body, code, type = FORM_TYPE]) => {
      const answer = await client.sendForm(inChunks(body, bytes), { 'Content-Type': type });
      expect(answer.code).toBe(code);
      expect((await client.sendForm(sound)).status).toBe(202);
    },
  );

  it('with texts before and after a long file is taken', async () => {
    const form = makeForm([text(2000, 'title2'), filePart(photo), text(2000)]);
    const answer = await client.sendForm(inChunks(form, bytes));
    expect(answer.status).toBe(202);
  });

  it('with an epilogue is taken', async () => {
    const form = joinBytes([makeForm([filePart(photo)]), utf8('\r\nepilogue\r\n')]);
    expect((await client.sendForm(inChunks(form, bytes))).status).toBe(202);
  });
});

it('a text without end is refused before its sender stops', async () => {
  const endless = new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      controller.enqueue(makeForm([text(2 * MIB)]).slice(0, 2 * MIB));
    },
  });
  expect((await client.sendForm(endless)).code).toBe(3000);
});

it('a refused form says what is wrong with its part', async () => {
  const messageOf = async (body: Uint8Array<ArrayBuffer>) => (await client.sendForm(body)).message;
  expect(await messageOf(encoded(FILE, 'BASE64'))).toContain('Content-Transfer-Encoding');
  expect(await messageOf(makeForm([{ name: 'file', value: photo }]))).toContain('filename');
});

it.each(['7bit', '8bit', 'binary', 'Binary '])(
  'a file whose Content-Transfer-Encoding is %s is taken as it is',
  async (encoding) => {
    expect((await client.sendForm(encoded(FILE, encoding))).status).toBe(202);
  },
);
