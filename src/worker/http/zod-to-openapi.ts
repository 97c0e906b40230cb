/** Replaces `@asteasolutions/zod-to-openapi` (wrangler.toml, alias): the build makes the API document. */

import type { ZodType } from 'zod';

export class OpenAPIRegistry {
  readonly definitions: readonly never[] = [];

  register(): void {}
  registerComponent(type: string, name: string): { readonly name: string; readonly ref: object } {
    return { name, ref: { $ref: `#/components/${type}/${name}` } };
  }
  registerParameter(): void {}
  registerPath(): void {}
  registerWebhook(): void {}
}

/** Schemas ignore their descriptions. */
export function extendZodWithOpenApi({
  ZodType,
}: {
  readonly ZodType: { prototype: object };
}): void {
  Object.assign(ZodType.prototype, {
    openapi(this: ZodType): ZodType {
      return this;
    },
  });
}

export function getOpenApiMetadata(): never {
  throw new Error('The API is described when the Worker is built');
}

export { getOpenApiMetadata as OpenApiGeneratorV3, getOpenApiMetadata as OpenApiGeneratorV31 };
