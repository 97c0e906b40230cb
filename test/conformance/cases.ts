import { CONDITION_CASES } from './conditions.ts';
import { HEADER_CASES } from './headers.ts';
import { LINK_CASES, METHOD_CASES } from './links.ts';
import { RANGE_CASES } from './ranges.ts';
import type { ConformanceCase } from './subject.ts';

/** The whole HTTP conformance suite for a public image link. */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  ...HEADER_CASES,
  ...CONDITION_CASES,
  ...RANGE_CASES,
  ...LINK_CASES,
  ...METHOD_CASES,
];
