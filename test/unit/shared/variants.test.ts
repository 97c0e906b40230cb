import { describe, expect, it } from 'vitest';
import {
  CACHEABLE_KINDS,
  DERIVATIVE_KINDS,
  isRestricted,
  JOB_KINDS,
  LEGACY_KINDS,
  MASTER_KIND,
  MASTER_KINDS,
  ORIGINAL_KIND,
  PART_KINDS,
  RESTRICTED_KINDS,
  STORED_PART_KINDS,
  VARIANT_KINDS,
  VARIANTS,
} from '../../../src/shared/variants.ts';

describe('the kinds of files', () => {
  it('are four parts, three stored unchanged and one made by the service', () => {
    expect(PART_KINDS).toEqual(['master', 'gallery', 'admin', 'publish_source']);
    expect(STORED_PART_KINDS).toEqual(['master', 'gallery', 'admin']);
    expect(VARIANT_KINDS).toEqual(['master', 'gallery', 'admin', 'publish']);
  });

  it('are one file of pipeline 1, from which the service makes two', () => {
    expect(LEGACY_KINDS).toEqual(['original', 'webp', 'avif']);
    expect(DERIVATIVE_KINDS).toEqual(['webp', 'avif']);
  });

  it('are made by the client, or by a job from another kind of the same pipeline', () => {
    expect(JOB_KINDS).toEqual(['publish', 'avif']);
    const table: Readonly<Record<string, { readonly pipeline: number }>> = VARIANTS;
    for (const { pipeline, madeBy, madeFrom } of Object.values(VARIANTS)) {
      expect(madeFrom === null).toBe(madeBy === 'client');
      if (madeFrom !== null) expect(table[madeFrom]?.pipeline).toBe(pipeline);
    }
  });

  it('include one that the owner gets back in each pipeline', () => {
    expect(MASTER_KINDS).toEqual([MASTER_KIND, ORIGINAL_KIND]);
  });

  it('leave `master` and `admin` to the owner and administrators, out of public caches', () => {
    expect(RESTRICTED_KINDS).toEqual(['master', 'admin']);
    expect(VARIANT_KINDS.filter(isRestricted)).toEqual(['master', 'admin']);
    expect(CACHEABLE_KINDS).toEqual(['gallery', 'publish']);
  });

  it('are cacheable only when the visibility alone decides who may read them', () => {
    for (const { access, isCacheable } of Object.values(VARIANTS)) {
      if (isCacheable) expect(access).toBe('by_visibility');
    }
  });
});
