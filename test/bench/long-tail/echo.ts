import type { V4WorkerOptions } from 'miniflare';

/** Headers that depend on the connection or the moment. */
const NOT_REPEATED = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/** A Worker that answers every request with the present body and headers of a URL. */
export const echo = async (url: URL): Promise<V4WorkerOptions> => {
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !NOT_REPEATED.has(name)),
  );
  const script = `import bytes from './image.bin';
const body = new Uint8Array(bytes);
const headers = new Headers(${JSON.stringify(headers)});
export default { fetch: () => new Response(body, { headers }) };`;
  return {
    name: 'echo',
    modulesRoot: '/',
    modules: [
      { type: 'ESModule', path: '/main.js', contents: script },
      { type: 'Data', path: '/image.bin', contents: bytes },
    ],
  };
};
