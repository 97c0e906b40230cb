declare module '*.webp?inline' {
  const dataUrl: string;
  // oxlint-disable-next-line import/no-default-export -- the shape that Vite gives inlined files
  export default dataUrl;
}
