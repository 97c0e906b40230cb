import { DurableObject } from 'cloudflare:workers';

/** Comes from the branch of the transformations. */
export class Transformer extends DurableObject {}
