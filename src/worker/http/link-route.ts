/** The route under which every direct link is counted, whatever it names. */
export const LINK_ROUTE = '/i/:link';
