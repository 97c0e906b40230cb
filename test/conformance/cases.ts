import { CONDITION_CASES } from './conditions.ts';
import { HEADER_CASES } from './headers.ts';
import { LINK_CASES, METHOD_CASES } from './links.ts';
import { RANGE_CASES } from './ranges.ts';
import type { ConformanceCase } from './subject.ts';

/** The HTTP conformance suite for a public image link, by topic. */
export const CONFORMANCE_GROUPS: Readonly<Record<string, readonly ConformanceCase[]>> = {
  headers: HEADER_CASES,
  conditions: CONDITION_CASES,
  ranges: RANGE_CASES,
  links: LINK_CASES,
  methods: METHOD_CASES,
};

export const CONFORMANCE_CASES: readonly ConformanceCase[] =
  Object.values(CONFORMANCE_GROUPS).flat();
