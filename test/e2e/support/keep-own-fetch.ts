/*
 * Node's fetch uses the first undici loaded by the process. wrangler's version refuses an explicit Content-Length, so
 * Node's own must load first.
 */
Reflect.get(globalThis, 'Request');
