/** Counts every direct link, whatever it names. */
export const LINK_ROUTE = '/i/:link';
