import type { Transformer } from '../../domain/services.ts';
import type { Transformer as TransformerObject } from './object.ts';

/** Comes from the branch of the transformations. */
export function createTransformer(
  _namespace: DurableObjectNamespace<TransformerObject>,
  _shards: number,
): Transformer {
  return {
    transform: () => {
      throw new Error('comes from the branch of the transformations');
    },
  };
}
