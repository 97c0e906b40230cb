/** Replaces two modules of zod (wrangler.toml, alias): the build makes the API document. */

export function toJSONSchema(): never {
  throw new Error('The API is described when the Worker is built');
}

export const createToJSONSchemaMethod = (): (() => never) => toJSONSchema;
export { createToJSONSchemaMethod as createStandardJSONSchemaMethod };
