/** Reads settings and uploads a file with them as each app does. Returns the image's URL. */

import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type {
  SettingsField,
  SettingsFile,
} from '../../src/console/features/account/apps/app-access.ts';

type Fields = Readonly<Record<string, string>>;
type Emulator = (settings: SettingsFile, file: File) => Promise<string>;

const run = promisify(execFile);

const post = async (
  url: string,
  headers: Fields,
  fileField: string,
  fields: Fields,
  file: File,
): Promise<Response> => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set(fileField, file);
  return fetch(url, { method: 'POST', headers, body });
};

/** Reads `data.url`, as the apps do: by properties, without more of JSONPath. */
const readPath = (value: unknown, path: readonly string[]): string => {
  const found = path.reduce<unknown>((part, name) => (part as Fields | undefined)?.[name], value);
  if (typeof found !== 'string') throw new TypeError(`${path.join('.')} is no text`);
  return found;
};

interface ShareX {
  readonly Version: string;
  readonly RequestMethod: string;
  readonly RequestURL: string;
  readonly Headers: Fields;
  readonly Body: string;
  readonly Arguments: Fields;
  readonly FileFormName: string;
  readonly URL: string;
  readonly ErrorMessage: string;
}

/** ShareX's placeholders by its version: it escapes braces in files of 13.7.1 and before. */
const emulateShareX: Emulator = async ({ text }, file) => {
  const uploader = JSON.parse(text) as ShareX;
  if (uploader.RequestMethod !== 'POST' || uploader.Body !== 'MultipartFormData') {
    throw new TypeError('Another request');
  }
  for (const value of [...Object.values(uploader.Headers), ...Object.values(uploader.Arguments)]) {
    if (/[%{}|\\]/u.test(value)) throw new TypeError(`${value} would be replaced`);
  }
  const isOld = Number.parseInt(uploader.Version, 10) < 14;
  const syntax = isOld ? /^\$json:(.+)\$$/u : /^\{json:(.+)\}$/u;
  const read = async (template: string, answer: Response): Promise<string> =>
    readPath(await answer.json(), (syntax.exec(template)?.[1] ?? 'not a template').split('.'));
  const { RequestURL, Headers, FileFormName, Arguments } = uploader;
  const answer = await post(RequestURL, Headers, FileFormName, Arguments, file);
  if (!answer.ok) throw new Error(await read(uploader.ErrorMessage, answer));
  return read(uploader.URL, answer);
};

const emulateIshare: Emulator = async ({ text }, file) => {
  const uploader = JSON.parse(text) as {
    readonly requestURL: string;
    readonly headers: Fields;
    readonly formData: Fields;
    readonly fileFormName: string;
    readonly responseURL: string;
  };
  const { requestURL, headers, fileFormName, formData } = uploader;
  const answer = await post(requestURL, headers, fileFormName, formData, file);
  const body: unknown = await answer.json();
  return uploader.responseURL.replaceAll(/\{\{(.+?)\}\}/gu, (_, path: string) =>
    readPath(body, path.split('.')),
  );
};

const emulateItake: Emulator = async ({ text }, file) => {
  const { request, body, response } = JSON.parse(text) as {
    readonly request: { readonly url: string; readonly headers: Fields };
    readonly body: { readonly fileField: string; readonly fields: Fields };
    readonly response: { readonly linkPath: string };
  };
  const answer = await post(request.url, request.headers, body.fileField, body.fields, file);
  return readPath(await answer.json(), response.linkPath.split('.'));
};

const emulatePicGo: Emulator = async ({ text }, file) => {
  const { picBed } = JSON.parse(text) as {
    readonly picBed: { readonly uploader: string } & Readonly<Record<string, Fields>>;
  };
  const { url = '', paramName = '', jsonPath = '', ...json } = picBed[picBed.uploader] ?? {};
  const headers = JSON.parse(json['customHeader'] ?? '') as Fields;
  const fields = JSON.parse(json['customBody'] ?? '') as Fields;
  const answer = await post(url, headers, paramName, fields, file);
  return readPath(await answer.json(), jsonPath.split('.'));
};

const emulateUpic: Emulator = async ({ text }, file) => {
  const [host = ''] = JSON.parse(text) as string[];
  const { data } = JSON.parse(host) as { readonly data: string };
  const config = JSON.parse(data) as Fields;
  const readPairs = (pairs = ''): Fields =>
    Object.fromEntries(
      (JSON.parse(pairs) as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
    );
  const { url = '', field = '', resultPath = '' } = config;
  const headers = readPairs(config['headers']);
  const answer = await post(url, headers, field, readPairs(config['bodys']), file);
  return readPath(await answer.json(), JSON.parse(resultPath) as string[]);
};

export const FILE_EMULATORS = {
  sharex: emulateShareX,
  xshare: emulateShareX,
  ishare: emulateIshare,
  itake: emulateItake,
  picgo: emulatePicGo,
  upic: emulateUpic,
} satisfies Readonly<Record<string, Emulator>>;

type Typed = (fields: readonly SettingsField[], file: File) => Promise<string>;

const valueOf = (fields: readonly SettingsField[], name: string): string => {
  const field = fields.find(([label]) => label === name);
  if (field === undefined) throw new RangeError(`There is no ${name}`);
  return field[1];
};

const emulatePicList: Typed = async (fields, file) => {
  const read = (name: string) => valueOf(fields, name);
  const answer = await post(
    read('API endpoint'),
    JSON.parse(read('Headers')) as Fields,
    read('Form data key'),
    JSON.parse(read('Body')) as Fields,
    file,
  );
  return readPath(await answer.json(), read('Response data path').split('.'));
};

const emulateDropshare: Typed = async (fields, file) => {
  const read = (name: string) => valueOf(fields, name);
  const answer = await post(
    read('Upload URL'),
    JSON.parse(read('Header')) as Fields,
    read('Form Field'),
    JSON.parse(read('Body')) as Fields,
    file,
  );
  return read('Response: URL to file').replace('%raw%', (await answer.text()).trim());
};

const emulateShortcuts: Typed = async (fields, file) => {
  const texts = fields
    .filter(([name]) => name.startsWith('Form: Text: '))
    .map(([name, value]) => [name.slice('Form: Text: '.length), value]);
  const answer = await post(
    valueOf(fields, 'URL'),
    { Authorization: valueOf(fields, 'Header: Authorization') },
    valueOf(fields, 'Form: File'),
    Object.fromEntries(texts) as Fields,
    file,
  );
  return readPath(await answer.json(), valueOf(fields, 'Dictionary value').split('.'));
};

export const FIELD_EMULATORS = {
  piclist: emulatePicList,
  dropshare: emulateDropshare,
  shortcuts: emulateShortcuts,
} satisfies Readonly<Record<string, Typed>>;

const emulateObsidian: Typed = async (fields, file) => {
  const answer = await post(valueOf(fields, 'PicGo server'), {}, 'list', {}, file);
  const body = await answer.text();
  if (!/"success": ?true/u.test(body)) throw new Error(body);
  return readPath(JSON.parse(body), ['result', '0']);
};

/** Keeps the item of the upload, and sends it whole to the delete route. Returns the URL of the deleted image. */
export const deleteByObsidian: Typed = async (fields, file) => {
  const uploaded = await post(valueOf(fields, 'PicGo server'), {}, 'list', {}, file);
  const body = JSON.parse(await uploaded.text()) as { fullResult: { imgUrl: string }[] };
  const [item] = body.fullResult;
  const answer = await fetch(valueOf(fields, 'PicGo server delete route'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ list: [item] }),
  });
  const { success } = JSON.parse(await answer.text()) as { success: boolean };
  if (item === undefined || !success) throw new Error('Delete failed');
  return item.imgUrl;
};

const emulateLsky: Typed = async (fields, file) => {
  const url = `${valueOf(fields, 'Server')}/api/v1/upload`;
  const headers = { Authorization: valueOf(fields, 'Token'), Accept: 'application/json' };
  const answer = await post(url, headers, 'file', { ssl: 'true', permission: '1' }, file);
  const body = await answer.text();
  if (!/"status": ?true/u.test(body)) throw new Error(body);
  return readPath(JSON.parse(body), ['data', 'links', 'url']);
};

/** Of apps that speak the language of other services. */
export const DOOR_EMULATORS = {
  obsidian: emulateObsidian,
  lsky: emulateLsky,
} satisfies Readonly<Record<string, Typed>>;

/** Runs a script of the settings in a folder, with programs of that folder first. Returns its output. */
export const runScript = async (
  { name, text }: SettingsFile,
  folder: string,
  program: string,
  args: readonly string[] = [],
): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  await chmod(path, 0o755);
  const { stdout } = await run(program, [path, ...args], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  return stdout;
};
