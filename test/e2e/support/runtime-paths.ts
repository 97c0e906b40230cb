import { request } from 'node:http';
import { CRON_PATH, ECHO_PATH } from '../../../scripts/support/cron.ts';

/** Paths of wrangler's development server, of present and earlier versions. */
export const RUNTIME_PATHS = [
  '/cdn-cgi/local/explorer',
  '/cdn-cgi/local/explorer/api',
  '/cdn-cgi/local/explorer/api/d1/database',
  '/cdn-cgi/local/explorer/api/local/observability/query',
  '/cdn-cgi/explorer',
  '/cdn-cgi/explorer/api/local/workers',
  CRON_PATH,
  ECHO_PATH,
  '/cdn-cgi/handler/scheduled',
  '/cdn-cgi/mf/scheduled',
  '/cdn-cgi/local/email',
  '/cdn-cgi/handler/email',
  '/cdn-cgi/local/r2/public',
  '/cdn-cgi/local/r2/public/tintype/images/master.webp',
  '/cdn-cgi/local/r2/s3/tintype',
  '/cdn-cgi/local/platform-proxy',
  '/cdn-cgi/live-reload',
  '/cdn-cgi/ProxyWorker/pause',
  '/__cf_local/stream/x',
  '/__cf_local/imagedelivery/x',
];

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly body?: string;
  /** Local address to send from. */
  readonly localAddress?: string;
}

/** Sends with any Host and from any local address, unlike `fetch`. */
export const ask = (
  baseUrl: string,
  path: string,
  headers: Record<string, string> = {},
  { body, ...options }: Asked = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(`${baseUrl}${path}`, { headers, ...options }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk;
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end(body);
  });
