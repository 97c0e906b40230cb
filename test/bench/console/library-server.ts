import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerLibrary, answerTimeline, PIXEL } from '../../e2e/console/support/fake-library.ts';

export interface LibraryServer extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Path of a page with all of its rows in the HTML. */
export const PLAIN_PATH = '/plain.html';
const PLAIN_CELLS = 3000;
const PLAIN_PAGE = `<!doctype html><title>Plain</title>
<style>main { display: grid; gap: 8px; grid-template-columns: repeat(6, 1fr) } img { inline-size: 100%; block-size: 190px }</style>
<main>${'<img src="/i/plain.webp" alt="">'.repeat(PLAIN_CELLS)}</main>`;

/** Proxies a server, which answers all but the previews as ever: these are of the given images in turn. */
export const startPictureServer = (behind: string, imageIds: readonly number[]) =>
  listen((asked, answer) => {
    asked.url = asked.url?.replace(PREVIEW, (_path, id) => {
      const imageId = imageIds[Number(id) % imageIds.length];
      return `/${String(imageId)}/preview`;
    });
    passOn(behind, asked, answer);
  });

const PREVIEW = /\/(\d+)\/preview/u;

/**
 * Proxies a server and answers image lists and image views itself, for a library of `count` images, so that the gallery
 * is the only cost.
 */
export const startLibraryServer = (behind: string, count: number): Promise<LibraryServer> =>
  listen((asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? '/', behind);
    if (pathname === PLAIN_PATH) send(answer, 'text/html', PLAIN_PAGE);
    else if (pathname.startsWith('/i/') || pathname.endsWith('/preview'))
      send(answer, 'image/webp', PIXEL);
    else if (pathname === '/api/v1/images/') sendData(answer, answerLibrary(count, searchParams));
    else if (pathname === '/api/v1/images/timeline') sendData(answer, answerTimeline(count));
    else passOn(behind, asked, answer);
  });

const listen = async (
  take: (asked: IncomingMessage, answer: ServerResponse) => void,
): Promise<LibraryServer> => {
  const server = createServer(take);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://localhost:${String(port)}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const sendData = (answer: ServerResponse, data: unknown): void =>
  send(answer, 'application/json', JSON.stringify({ code: 0, message: 'ok', data }));

const send = (answer: ServerResponse, type: string, body: string | Buffer): void => {
  answer.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600' }).end(body);
};

const passOn = (behind: string, asked: IncomingMessage, answer: ServerResponse): void => {
  const { method, url, headers } = asked;
  const passed = request(new URL(url ?? '/', behind), { method, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
};
