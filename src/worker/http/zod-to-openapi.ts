/**
 * Replaces the package `@asteasolutions/zod-to-openapi` in the Worker (wrangler.toml, alias): the API document is made
 * when the Worker is built, from the same routes.
 */

import type { ZodType } from 'zod';

export class OpenAPIRegistry {
  readonly definitions: readonly never[] = [];

  register(): void {}
  /** @returns the schema's reference. */
  registerComponent(type: string, name: string): { readonly name: string; readonly ref: object } {
    return { name, ref: { $ref: `#/components/${type}/${name}` } };
  }
  registerParameter(): void {}
  registerPath(): void {}
  registerWebhook(): void {}
}

/** Schemas accept a description, and ignore it. */
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

/** @throws always: nothing is described here. */
export function getOpenApiMetadata(): never {
  throw new Error('The API is described when the Worker is built');
}

export { getOpenApiMetadata as OpenApiGeneratorV3, getOpenApiMetadata as OpenApiGeneratorV31 };
