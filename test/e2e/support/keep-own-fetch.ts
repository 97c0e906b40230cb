/*
 * Node's fetch sends through whichever undici of the process was loaded first. wrangler brings another version, which
 * refuses the length that a request names as well as its body: so Node's own, which its classes bring along, is first.
 */
Reflect.get(globalThis, 'Request');
