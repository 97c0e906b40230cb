import { publishImage } from '../../src/worker/domain/publication/publish-image.ts';
import type { DerivativePlan } from '../../src/worker/imaging/derive/derivative.ts';
import { encodeDerivative } from '../../src/worker/imaging/derive/encode-derivative.ts';
import { createEngine } from '../../src/worker/imaging/engine.ts';
import { joinBytes, utf8 } from '../../src/shared/bytes.ts';
import { makeKey, type TestKey } from './api-keys.ts';
import { makePixels } from './make-webp.ts';
import { registerAndLogin, type Person } from './people.ts';
import { loseMessages } from './uploads.ts';
import { createTestWorker, TestClock, type TestWorker, type TestWorkerOptions } from './worker.ts';

/** While anything waits, the queue delivers. */
class DeliveringClock extends TestClock {
  worker: TestWorker | null = null;

  override async wait(ms: number): Promise<void> {
    this.advance(ms);
    await this.deliver();
  }

  async deliver(): Promise<void> {
    if (this.worker === null) return;
    const { env, services, clock } = this.worker;
    clock.advance(this.now() - clock.now());
    const { results } = await env.DB.prepare(
      "SELECT id FROM publication_jobs WHERE status = 'queued' AND kind = 'publish'",
    ).all<{ id: number }>();
    for (const { id } of results) await publishImage(services, id);
  }
}

export interface FileScene {
  readonly worker: TestWorker;
  readonly person: Person;
  /** Of the scope `upload`, whose images are public. */
  readonly key: TestKey;
}

/** A user with a key, in a service whose queue delivers while a request waits. */
export const fileScene = async (options: TestWorkerOptions = {}): Promise<FileScene> => {
  const clock = new DeliveringClock();
  const worker = createTestWorker({
    ...options,
    clock,
    intercept: loseMessages(options.intercept),
  });
  clock.worker = createTestWorker({ clock: new TestClock(), vars: options.vars ?? {} });
  const person = await registerAndLogin(worker);
  return { worker, person, key: await makeKey(worker, person, { visibility: 'public' }) };
};

export interface FileAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it as programs do
  readonly body: any;
}

export const sendTo = async (
  worker: TestWorker,
  path: string,
  init: RequestInit,
): Promise<FileAnswer> => {
  const response = await worker.fetch(path, { method: 'POST', ...init });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** A form with the file under this name. */
export const formWith = (
  bytes: Uint8Array<ArrayBuffer>,
  {
    field = 'file',
    filename = 'Holiday.jpg',
    fields = {},
  }: { field?: string; filename?: string; fields?: Record<string, string> } = {},
): FormData => {
  const form = new FormData();
  form.set(field, new File([bytes], filename, { type: 'image/jpeg' }));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

export const sendFile = (
  { worker, key }: FileScene,
  bytes: Uint8Array<ArrayBuffer>,
  options: Parameters<typeof formWith>[1] & { query?: string } = {},
): Promise<FileAnswer> =>
  sendTo(worker, `/api/v1/upload${options.query ?? ''}`, {
    headers: key.headers,
    body: formWith(bytes, options),
  });

export const SECRETS = ['GPS 53.5511 9.9937', 'shot by Jane', 'http://ns.adobe.com/xap/1.0/'];

let made = 0;

/** A real picture without metadata; no two are equal. */
export const makePlain = async (
  mimeType: DerivativePlan['mimeType'] = 'image/jpeg',
  width = 60,
  height = 40,
): Promise<Uint8Array<ArrayBuffer>> => {
  made += 1;
  const shade = made;
  const pixels = makePixels(width, height, (x, y) => [
    (x * 4) % 256,
    (y * 5) % 256,
    (shade * 16) % 256,
    255,
  ]);
  const plan = { mimeType, size: { width, height }, quality: 90 };
  const file = await encodeDerivative(createEngine(2 ** 31), pixels, plan);
  if (!file.ok) throw new Error(file.error);
  return file.value;
};

/** A real JPEG with GPS, a comment and XMP; no two are equal. */
export const makePhoto = async (width = 60, height = 40): Promise<Uint8Array<ArrayBuffer>> => {
  const jpeg = await makePlain('image/jpeg', width, height);
  const [gps = '', comment = '', xmp = ''] = SECRETS;
  return joinBytes([
    jpeg.subarray(0, 2),
    segment(0xe1, `Exif\0\0MM\0*\0\0\0\b\0\0\0\0\0\0${gps}`),
    segment(0xe1, `${xmp}\0<x:xmpmeta/>`),
    segment(0xfe, `${comment} ${made}`),
    jpeg.subarray(2),
  ]);
};

function segment(marker: number, text: string): Uint8Array<ArrayBuffer> {
  const payload = utf8(text);
  const length = payload.length + 2;
  return joinBytes([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), payload]);
}
