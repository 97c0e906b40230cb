/** Programs that upload: their requests, and how each of them reads an answer. */

import { joinBytes, utf8 } from '../../src/shared/bytes.ts';

export interface ToolSettings {
  readonly key: string;
  readonly file: Uint8Array<ArrayBuffer>;
}

export interface ToolRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface ToolAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Tool {
  readonly name: string;
  request(settings: ToolSettings): ToolRequest;
  /** The links that it copies. @throws what it shows of a refusal. */
  read(answer: ToolAnswer): readonly string[];
}

interface Part {
  readonly head: string;
  readonly value: string | Uint8Array;
}

// oxlint-disable-next-line typescript/no-explicit-any -- as the programs, which look into what arrives
const parse = (text: string): any => JSON.parse(text);

const encode = (boundary: string, parts: readonly Part[]): Uint8Array<ArrayBuffer> =>
  joinBytes([
    ...parts.flatMap(({ head, value }) => [
      utf8(`--${boundary}\r\n${head}\r\n\r\n`),
      typeof value === 'string' ? utf8(value) : value,
      utf8('\r\n'),
    ]),
    utf8(`--${boundary}--\r\n`),
  ]);

const disposition = (name: string, filename?: string): string =>
  `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`;

/** `a.0.b` of lodash and of the programs' own paths. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (inner as Record<string, unknown> | null)?.[key], value);

const textAt = (value: unknown, path: string): string => {
  const found = at(value, path);
  if (typeof found !== 'string' || found === '') throw new Error(`there is no ${path}`);
  return found;
};

const requireSuccess = ({ status, text }: ToolAnswer): void => {
  if (status < 200 || status > 299) throw new Error(text);
};

/** ShareX 19: arguments first; reads its paths only of a 2xx, else `{json:message}`. */
const shareX: Tool = {
  name: 'ShareX',
  request: ({ key, file }) => {
    const boundary = '----------------------------8dd1a2b3c4d5e6f';
    return {
      path: '/api/v1/upload',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'User-Agent': 'ShareX/19.0.2',
      },
      body: encode(boundary, [
        { head: disposition('visibility'), value: 'public' },
        {
          head: `${disposition('file', 'firefox_7Xh2.png')}\r\nContent-Type: image/png`,
          value: file,
        },
      ]),
    };
  },
  read: ({ status, text }) => {
    const body = parse(text);
    if (status < 200 || status > 299) throw new Error(textAt(body, 'message'));
    return [textAt(body, 'data.url'), textAt(body, 'data.thumbnail_url')];
  },
};

/** PicGo 3 with picgo-plugin-web-uploader: parses the body whatever the status. */
const picGo: Tool = {
  name: 'PicGo 3',
  request: ({ key, file }) => {
    const boundary = '--------------------------215736548891234567890123';
    return {
      path: '/api/v1/upload',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'User-Agent': 'PicGo',
      },
      body: encode(boundary, [
        {
          head: `${disposition('file', '20261124101530.png')}\r\nContent-Type: image/png`,
          value: file,
        },
        { head: disposition('visibility'), value: 'public' },
      ]),
    };
  },
  read: ({ text }) => {
    const body = parse(text);
    const url = at(body, 'data.url');
    if (typeof url !== 'string') throw new Error(textAt(body, 'message'));
    return [url];
  },
};

/** The bed `advancedplist`, with its defaults. */
const picList: Tool = {
  name: 'PicList',
  request: (settings) => ({
    ...picGo.request(settings),
    headers: { ...picGo.request(settings).headers, 'User-Agent': 'PicList' },
  }),
  read: ({ status, text }) => {
    const body = parse(text);
    if (status !== 200 && status !== 201) throw new Error(textAt(body, 'message'));
    return [textAt(body, 'data.url')];
  },
};

/** Alamofire's form; the path ["data","url"] of a 2xx. */
const uPic: Tool = {
  name: 'uPic',
  request: ({ key, file }) => {
    const boundary = 'alamofire.boundary.9d1f2e3c4b5a6978';
    return {
      path: '/api/v1/upload',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'User-Agent': 'uPic/0.21.1 (com.svend.uPic; build:1; macOS 15.0.0) Alamofire/5.6.4',
      },
      body: encode(boundary, [
        {
          head: `${disposition('file', 'upic_9A.png')}\r\nContent-Type: image/png`,
          value: file,
        },
      ]),
    };
  },
  read: (answer) => {
    requireSuccess(answer);
    return [['data', 'url'].reduce((inner, key) => inner[key], parse(answer.text)) as string];
  },
};

/** picgo-plugin-lankong, V2: a strategy and a permission, `status` and `data.links`. */
const lsky: Tool = {
  name: 'a client of Lsky',
  request: ({ key, file }) => {
    const boundary = '--------------------------515890814546601021194782';
    return {
      path: '/api/v1/upload',
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${key}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
      body: encode(boundary, [
        {
          head: `${disposition('file', 'image.png')}\r\nContent-Type: image/png`,
          value: file,
        },
        { head: disposition('ssl'), value: 'true' },
        { head: disposition('strategy_id'), value: '1' },
        { head: disposition('permission'), value: '1' },
      ]),
    };
  },
  read: ({ text }) => {
    const body = parse(text);
    if (body.status !== true) throw new Error(textAt(body, 'message'));
    textAt(body, 'data.key');
    return [textAt(body, 'data.links.url')];
  },
};

/** obsidian-image-auto-upload in its remote mode: several files, and no header of its own. */
const obsidian: Tool = {
  name: 'Obsidian',
  request: ({ key, file }) => {
    const boundary = '----WebKitFormBoundaryObsidianKVnb7';
    return {
      path: `/api/v1/picgo/upload?key=${key}`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: encode(boundary, [
        {
          head: `${disposition('list', 'Pasted image 20261124.png')}\r\nContent-Type: image/png`,
          value: file,
        },
        {
          head: `${disposition('list', 'Zweites Bild.png')}\r\nContent-Type: image/png`,
          value: file,
        },
      ]),
    };
  },
  read: ({ status, text }) => {
    const body = parse(text);
    if (status !== 200 || body.success !== true) throw new Error(textAt(body, 'message'));
    for (const [index, url] of body.result.entries()) {
      if (body.fullResult[index].imgUrl !== url) throw new Error('fullResult differs');
    }
    return body.result as string[];
  },
};

/** Foundation's form without the visibility, a raw UTF-8 name. */
const dropshare: Tool = {
  name: 'Dropshare',
  request: ({ key, file }) => {
    const boundary = 'Boundary-0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0';
    return {
      path: '/api/v1/upload',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': `multipart/form-data; boundary="${boundary}"`,
        'User-Agent': 'Dropshare/6 CFNetwork/1568 Darwin/24.0.0',
      },
      body: encode(boundary, [
        { head: disposition('visibility'), value: 'public' },
        {
          head: `${disposition('file', 'Größe – Bildschirmfoto.png')}\r\nContent-Type: application/octet-stream`,
          value: file,
        },
      ]),
    };
  },
  read: (answer) => {
    requireSuccess(answer);
    return [textAt(parse(answer.text), 'data.url')];
  },
};

/** `curl -fsS -F "file=@f;type=image/png" -F visibility=public …?format=text`, of shell scripts. */
const curl: Tool = {
  name: 'curl',
  request: ({ key, file }) => {
    const boundary = '------------------------d74496d66958873e';
    return {
      path: '/api/v1/upload?format=text',
      headers: {
        Accept: '*/*',
        Authorization: `Bearer ${key}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'User-Agent': 'curl/8.14.1',
      },
      body: encode(boundary, [
        {
          head: `${disposition('file', 'tmp.aB3dE6.png')}\r\nContent-Type: image/png`,
          value: file,
        },
        { head: disposition('visibility'), value: 'public' },
      ]),
    };
  },
  read: (answer) => {
    requireSuccess(answer);
    return [answer.text.trimEnd()];
  },
};

/** `curl --upload-file`, ishare's and ShareX's binary bodies. */
const binary: Tool = {
  name: 'a binary body',
  request: ({ key, file }) => ({
    path: '/api/v1/upload',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'image/png',
      'X-File-Name': 'screenshot.png',
    },
    body: file,
  }),
  // Looks at no status.
  read: ({ text }) => [textAt(parse(text), 'data.url'), textAt(parse(text), 'data.delete_url')],
};

/** "Get Contents of URL" with a form, then "Get Dictionary Value" data.url. A file may have no name. */
const shortcuts: Tool = {
  name: 'Shortcuts',
  request: ({ key, file }) => {
    const boundary = 'Boundary+A1B2C3D4E5F60718';
    return {
      path: '/api/v1/upload',
      headers: {
        Authorization: key,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'User-Agent': 'BackgroundShortcutRunner/2612 CFNetwork/1568 Darwin/24.0.0',
      },
      body: encode(boundary, [
        {
          head: `${disposition('file', 'IMG_0042.jpeg')}\r\nContent-Type: image/jpeg`,
          value: file,
        },
      ]),
    };
  },
  read: ({ text }) => [textAt(parse(text), 'data.url')],
};

export const TOOLS: readonly Tool[] = [
  shareX,
  picGo,
  picList,
  uPic,
  lsky,
  obsidian,
  dropshare,
  curl,
  binary,
  shortcuts,
];
