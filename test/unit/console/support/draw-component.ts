interface Preact {
  readonly h: (component: unknown, props: object) => object;
  readonly renderToString: (element: object) => string;
}

/** A typed import would bring the types of pages to all tests. */
const PREACT: readonly string[] = ['preact', 'preact-render-to-string'];

/** Renders a component of the console to HTML. */
export const drawComponent = async (component: unknown, props: object = {}): Promise<string> => {
  const [preact, renderer] = await Promise.all(PREACT.map((name) => import(name)));
  const { h, renderToString }: Preact = { ...preact, ...renderer };
  return renderToString(h(component, props));
};
