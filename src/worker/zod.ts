// Replaces the package `zod` in the Worker (wrangler.toml, alias), which would bundle all of zod in all languages.
export * as z from './zod-names.ts';
