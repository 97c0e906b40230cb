// Runs before Tintype's Worker on the port of `npm start`, in the local runtime, not in Node.

/** A header that comes several times counts each time. */
const MAX_HEADERS = 256;
const MAX_HEADER_BYTES = 32_768;

/** Types of Tintype that the platform compresses. */
const COMPRESSED_TYPE =
  /^(?:text\/|application\/(?:javascript|(?:[\w.-]+\+)?(?:json|xml)|wasm)|image\/svg\+xml)/u;

/** The runtime takes fewer hosts than a URL does: `OPTIONS *` arrives with the host `localhost*`. */
const HOST = /^(?:[\w.-]+|\[[\d.:a-f]+\])$/u;

export default {
  async fetch(request, env) {
    const url = URL.parse(request.url);
    if (url === null || !HOST.test(url.hostname)) return refuse(400, 'The address is not valid.');
    const headers = new Headers();
    let [count, bytes] = [0, 0];
    for (const [name, value] of request.headers) {
      // Only the runtime may write these.
      if (name.startsWith('mf-')) return refuse(400, `The header ${name} is not allowed.`);
      count += value.split(', ').length;
      bytes += name.length + value.length;
      // Only the edge may write these.
      if (!name.startsWith('cf-')) headers.append(name, value);
    }
    if (count > MAX_HEADERS || bytes > MAX_HEADER_BYTES) return refuse(431, 'Too many headers.');
    const peer = /^\[?(.+?)\]?:\d+$/u.exec(request.cf?.clientIp ?? '')?.[1];
    if (peer !== undefined) headers.set('CF-Connecting-IP', peer);

    if (headers.get(env.SECRET_HEADER) === env.SECRET) {
      if (url.pathname === env.CRON_PATH) return runCron(env.TINTYPE);
      if (url.pathname === env.ECHO_PATH) return Response.json(Object.fromEntries(headers));
    }
    const response = await env.TINTYPE.fetch(new Request(request, { headers }));
    // The query may contain a token.
    console.log(`${request.method} ${url.pathname} ${response.status}`);
    return compress(response, headers.get('Accept-Encoding') ?? '');
  },
};

function refuse(status, sentence) {
  return new Response(`${sentence}\n`, { status, headers: { 'Cache-Control': 'no-store' } });
}

async function runCron(tintype) {
  const { outcome } = await tintype.scheduled({ scheduledTime: new Date(), cron: '* * * * *' });
  return new Response(outcome, { status: outcome === 'ok' ? 200 : 500 });
}

/** Compresses a whole text answer as the platform does; the runtime encodes by the header. */
function compress(response, accepted) {
  const { headers, body, status } = response;
  if (body === null || status === 206 || headers.has('Content-Encoding')) return response;
  if (!COMPRESSED_TYPE.test(headers.get('Content-Type') ?? '')) return response;
  const encoding = /(?:^|,)\s*(br|gzip)\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/u.exec(
    accepted,
  )?.[1];
  if (encoding === undefined) return response;
  const compressed = new Response(body, response);
  compressed.headers.set('Content-Encoding', encoding);
  return compressed;
}
