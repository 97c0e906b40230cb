import { html, raw } from 'hono/html';

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly content?: Record<string, { readonly schema?: Schema }>;
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Record<string, Content>;
}

/** The parts of an OpenAPI 3.1 document that the page shows. */
export interface ApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly paths: Record<string, Record<string, Operation>>;
}

/** Its colours are those of the console, whose styles it cannot load: what the API answers with may ask for nothing. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f7f4ef, #15120e); color: light-dark(#221c14, #f2ece1); }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
a { color: light-dark(#8a4513, #f2a65f); }
:focus-visible { outline: 2px solid light-dark(#8a4513, #f2a65f); outline-offset: 2px; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; padding: 0.75rem; background: light-dark(#ece6dc, #100d0a); border-radius: 6px; }
details { border-top: 1px solid light-dark(#dcd3c4, #3a3329); }
summary { padding: 0.5rem 0; cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; }
`;

/** Renders an OpenAPI document as one page that needs no scripts and loads nothing. */
export function renderApiPage({ info, paths }: ApiDocument) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <nav><a href="/">${info.title}</a></nav>
        <main>
          <h1>${info.title} API ${info.version}</h1>
          <p>${markCode(info.description)}</p>
          <p>The document itself: <a href="/api/v1/openapi.json">openapi.json</a></p>
          ${Object.entries(paths).flatMap(([path, operations]) =>
            Object.entries(operations).map(([method, operation]) =>
              renderOperation(method, path, operation),
            ),
          )}
        </main>
      </body>
    </html>`;
}

function renderOperation(method: string, path: string, operation: Operation) {
  const { summary, description, parameters, requestBody, responses = {} } = operation;
  return html`<details>
    <summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${markCode(summary)}</summary>
    ${description === undefined ? null : html`<p>${markCode(description)}</p>`}
    ${parameters === undefined ? null : html`<pre>${parameters.map(outlineParameter).join('\n')}</pre>`}
    ${requestBody === undefined ? null : renderBody('Request', requestBody)}
    ${Object.entries(responses).map(([status, body]) => renderBody(status, body))}
  </details>`;
}

/** What stands between backticks is code. */
function markCode(text = '') {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

function outlineParameter({ in: place, name, required, schema }: Parameter): string {
  return `${place} ${name}${required === true ? '' : '?'}: ${outline(schema)}`;
}

function renderBody(title: string, { description, content = {} }: Content) {
  return html`<p><strong>${title}</strong> ${markCode(description)}</p>
    ${Object.entries(content).map(([type, { schema }]) => {
      const outlined = outline(schema);
      // Of most refusals the code says everything.
      return outlined === 'any'
        ? null
        : html`<pre>
${type}
${outlined}</pre>`;
    })}`;
}

/** Writes a schema the way people read one: `{ name: string, size?: integer }`. */
function outline(schema: Schema | undefined, depth = 0): string {
  if (schema === undefined) return 'any';
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'any';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.map((option) => outline(option, depth)).join(' | ');
  if (schema.items !== undefined) return `${outline(schema.items, depth)}[]`;
  if (schema.properties === undefined) return [schema.type ?? 'any'].flat().join(' | ');
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const mark = schema.required?.includes(name) === true ? '' : '?';
    return `${indent}${name}${mark}: ${outline(property, depth + 1)}`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}
