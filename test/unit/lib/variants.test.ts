import { describe, expect, it } from 'vitest';
import {
  CACHEABLE_KINDS,
  isRestricted,
  PART_KINDS,
  RESTRICTED_KINDS,
  STORED_PART_KINDS,
  VARIANT_KINDS,
  VARIANTS,
} from '../../../src/lib/variants.ts';

describe('the kinds of pictures', () => {
  it('are four parts, three of which are stored as they are, and one that the service makes', () => {
    expect(PART_KINDS).toEqual(['master', 'gallery', 'admin', 'publish_source']);
    expect(STORED_PART_KINDS).toEqual(['master', 'gallery', 'admin']);
    expect(VARIANT_KINDS).toEqual(['master', 'gallery', 'admin', 'publish']);
  });

  it('leave `master` and `admin` to the owner and administrators, out of public caches', () => {
    expect(RESTRICTED_KINDS).toEqual(['master', 'admin']);
    expect(VARIANT_KINDS.filter(isRestricted)).toEqual(['master', 'admin']);
    expect(CACHEABLE_KINDS).toEqual(['gallery', 'publish']);
  });

  it('are cacheable only where the visibility alone decides who may read them', () => {
    for (const { access, isCacheable } of Object.values(VARIANTS)) {
      if (isCacheable) expect(access).toBe('by_visibility');
    }
  });
});
