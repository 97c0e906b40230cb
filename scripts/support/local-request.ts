import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface LocalAnswer {
  readonly status: number;
  readonly text: string;
}

/** Does not verify the local server's certificate. */
export async function getLocal(
  url: string,
  timeoutMs: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<LocalAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp;
    const signal = AbortSignal.timeout(timeoutMs);
    request(url, { rejectUnauthorized: false, signal, headers }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk;
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
