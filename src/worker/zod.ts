// What stands for the package `zod` in the Worker (wrangler.toml, alias): that takes all of it with it, in all languages.
export * as z from './zod-names.ts';
