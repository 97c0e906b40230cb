import { z } from '@hono/zod-openapi';
import {
  ALT_TEXT_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
  URL_MAX_CHARACTERS,
} from '../../../../shared/entry-rules.ts';
import { DomainError, type ErrorName } from '../../../domain/errors.ts';
import { FETCH_FILE_ERRORS, fetchFile } from '../../../domain/files/fetch-file.ts';
import type { ImageForm, ReceiveForm } from '../../../domain/legacy/image-form.ts';
import { LIMIT_RATE_ERRORS, limitRate } from '../../../domain/uploads/create-upload.ts';
import { VISIBILITIES } from '../../../domain/uploads/manifest.ts';
import type { AppContext } from '../../env.ts';
import { readBody } from '../../middleware/body-limit.ts';
import { plainText } from '../../plain-text.ts';
import { refuseWith } from '../../router.ts';
import { captchaOrigin, ownOrigin } from '../../same-origin.ts';
import { limitsOf, readContentLength } from '../legacy/create-image.ts';
import { FormParser } from '../legacy/form-parser.ts';
import { nameOf } from '../legacy/image-form.ts';
import { READ_FORM_ERRORS, readForm } from '../legacy/read-form.ts';

const FORM_TYPE = 'multipart/form-data';
const URLENCODED_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Ignores other fields: each program has its own. */
const Texts = z.object({
  title: plainText(TITLE_MAX_CHARACTERS).default(''),
  description: z.string().max(DESCRIPTION_MAX_CHARACTERS).default(''),
  alt_text: plainText(ALT_TEXT_MAX_CHARACTERS).optional(),
  alt: plainText(ALT_TEXT_MAX_CHARACTERS).default(''),
  visibility: z.enum(VISIBILITIES).optional(),
  permission: z.string().optional(),
  url: z.string().max(URL_MAX_CHARACTERS).optional(),
});

type Texts = z.infer<typeof Texts>;

export const RECEIVE_FILE_ERRORS = [
  ...READ_FORM_ERRORS,
  ...FETCH_FILE_ERRORS,
  ...LIMIT_RATE_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Takes the file of a form under any name, the body itself, or what stands behind the `url` of a form, of JSON or of the
 * query. Reads the body once.
 */
export function openFile(c: AppContext): ReceiveForm {
  const limits = limitsOf(c.env.services.config);
  if ((readContentLength(c) ?? 0) > limits.maxBytes) throw new DomainError('body_too_large');
  const { body } = c.req.raw;
  const type = mediaTypeOf(c);
  const queried = { ...c.req.query() };
  if (type === FORM_TYPE) {
    const parser = new FormParser(c.req.header('Content-Type') ?? '', { field: null, most: 1 });
    if (body === null) throw new DomainError('file_missing');
    return async (take, signal) => {
      await readForm(body, parser, { ...limits, signal }, ({ bytes }) => take(bytes));
      const texts = readTexts({ ...queried, ...Object.fromEntries(parser.fields) });
      const [filename] = parser.filenames;
      if (filename !== undefined) return toForm(c, texts, filename);
      return receiveFrom(c, texts, take, signal);
    };
  }
  if (type === URLENCODED_TYPE || type === JSON_TYPE || body === null) {
    return async (take, signal) =>
      receiveFrom(c, readTexts({ ...queried, ...(await readFields(c, type)) }), take, signal);
  }
  const bare = { parse: async (bytes: Uint8Array) => [{ file: 0, bytes }], end: async () => [] };
  return async (take, signal) => {
    await readForm(body, bare, { ...limits, signal }, ({ bytes }) => take(bytes));
    return toForm(c, readTexts(queried), decode(c.req.header('X-File-Name') ?? ''));
  };
}

function mediaTypeOf(c: AppContext): string {
  return c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

async function readFields(c: AppContext, type: string): Promise<Record<string, unknown>> {
  const bytes = await readBody(c, c.env.services.config.JSON_BODY_MAX_BYTES);
  const text = new TextDecoder().decode(bytes ?? new Uint8Array());
  if (type !== JSON_TYPE) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (cause) {
    throw new DomainError('invalid_parameter', { message: 'Malformed JSON', cause });
  }
}

async function receiveFrom(
  c: AppContext,
  texts: Texts,
  take: Parameters<ReceiveForm>[0],
  signal: AbortSignal | undefined,
): Promise<ImageForm> {
  if (texts.url === undefined || texts.url === '') throw new DomainError('file_missing');
  const { config } = c.env.services;
  // Other servers are asked before the upload itself counts, and answers without an image never do.
  await limitRate(c.env.services, c.var.actor.userId, 'fetch');
  const own = [c.req.url, ownOrigin(c.req.raw, config), captchaOrigin(config) ?? c.req.url];
  const name = await fetchFile(
    texts.url,
    {
      maxBytes: config.UPLOAD_MAX_SOURCE_BYTES,
      ownHosts: own.map((url) => new URL(url).hostname),
      signal,
    },
    take,
  );
  return toForm(c, texts, name);
}

function readTexts(fields: Readonly<Record<string, unknown>>): Texts {
  const texts = Texts.safeParse(fields);
  refuseWith('invalid_parameter')(texts);
  // `refuseWith` has thrown otherwise; TypeScript does not see that.
  return texts.data as Texts;
}

/** Of a file without texts. */
export function formOf(c: AppContext, filename: string): ImageForm {
  return toForm(c, readTexts({}), filename);
}

function toForm(c: AppContext, texts: Texts, filename: string): ImageForm {
  const { title, description, alt, alt_text: altText = alt } = texts;
  return {
    filename: nameOf(filename),
    title: title === '' ? null : title,
    description,
    altText,
    visibility: texts.visibility ?? permitted(texts) ?? defaultOf(c),
  };
}

/** Lsky's field: 1 is public. */
function permitted({ permission }: Texts): ImageForm['visibility'] | null {
  if (permission === '1') return 'public';
  return permission === '0' ? 'private' : null;
}

function defaultOf(c: AppContext): ImageForm['visibility'] {
  const { actor } = c.var;
  return (actor.kind === 'key' ? actor.visibility : null) ?? 'private';
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
