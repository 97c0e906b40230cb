// TypeScript with its programming interface, which it no longer has from version 7 on.
// oxlint-disable-next-line import/no-default-export -- it stands for a package that has one
export { ts as default } from '@ts-morph/common';
