import type { TestWorker } from './worker.ts';

export interface ApiOperation {
  readonly operationId: string;
  /** In upper case. */
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** The ways to sign in; each names its credentials. Empty if none is needed. */
  readonly security: readonly (readonly string[])[];
  /** What an API key must allow; undefined where none is taken. */
  readonly keyScope: string | undefined;
  /** The body that the document shows; undefined without a body of JSON. */
  readonly example: unknown;
}

interface WireOperation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly $ref?: string } }>;
  };
}

interface ApiDocument {
  readonly paths: Record<string, Record<string, WireOperation>>;
  readonly components: { readonly schemas: Record<string, { readonly example?: unknown }> };
}

/** All operations of the served API document. */
export async function listOperations(worker: Pick<TestWorker, 'fetch'>): Promise<ApiOperation[]> {
  const response = await worker.fetch('/api/v1/openapi.json');
  const { paths, components } = await response.json<ApiDocument>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
      return {
        operationId,
        method: method.toUpperCase(),
        path,
        security: security.map((way) => Object.keys(way)),
        keyScope: security.find((way) => 'apiKey' in way)?.['apiKey']?.[0],
        example: schema === undefined ? undefined : components.schemas[schema]?.example,
      };
    }),
  );
}
