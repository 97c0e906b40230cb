import { call, type Answer, type Envelope } from './client.ts';
import type { Tagged } from './types.ts';

/** With the entity tag of the answer, on which a change may depend. @throws {ApiError | ConnectionError} */
export async function callTagged<Data extends object>(
  asked: Promise<Answer<Envelope & { readonly data: Data }>>,
): Promise<Tagged<Data>> {
  const data = await call(asked);
  const { response } = await asked;
  return { ...(data as Data), tag: response.headers.get('ETag') ?? undefined };
}
