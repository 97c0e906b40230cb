declare module '*.sql' {
  const text: string;
  // oxlint-disable-next-line import/no-default-export -- the shape that the bundler gives text modules
  export default text;
}
