/** Set where wrangler bundles the Worker alone: no console and no local state is made for it. */
export const WORKER_ONLY_VARIABLE = 'TINTYPE_WORKER_ONLY';
