import type { DerivativePlan } from '../../src/codecs/derive/derivative.ts';
import { deriveWith } from '../../src/codecs/derive/derive-with.ts';
import { createEngine } from '../../src/codecs/engine.ts';

const engine = createEngine();

/** Makes what the header `plan` says of the body; the most memory that the jobs so far have held is in a header. */
export default {
  async fetch(request: Request): Promise<Response> {
    const source = new Uint8Array(await request.arrayBuffer());
    const plan = JSON.parse(request.headers.get('plan') ?? '') as DerivativePlan;
    const made = await deriveWith(engine, source, plan);
    const headers = { 'peak-bytes': String(engine.budget.peakBytes) };
    return made.ok
      ? new Response(made.value.bytes, { headers })
      : new Response(made.error, { status: 422, headers });
  },
};
