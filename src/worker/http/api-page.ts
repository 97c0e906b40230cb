import { html, raw } from 'hono/html';
import { noteSchema, outlineSchema, type Schema } from './outline-schema.ts';

interface Content {
  readonly content?: Record<string, { readonly schema?: Schema }>;
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

/** The schemes of one entry are needed together, each with its scopes; each entry is enough. */
type Security = readonly Readonly<Record<string, readonly string[]>>[];

interface Operation {
  readonly tags?: readonly string[];
  readonly security?: Security;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Record<string, Content>;
}

/** OpenAPI 3.1, as far as the page shows it. */
export interface ApiDocument {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly securitySchemes: Record<string, SecurityScheme>;
  };
}

interface SecurityScheme {
  readonly name?: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly description?: string;
}

type Schemas = ApiDocument['components']['schemas'];

/** The console's colours. API answers may load nothing, so the page cannot use its styles. */
const STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; background: light-dark(#f7f4ef, #15120e); color: light-dark(#221c14, #f2ece1); }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; overflow-wrap: anywhere; }
h2::first-letter { text-transform: uppercase; }
dd { margin: 0 0 0.5rem 1rem; }
a { color: light-dark(#8a4513, #f2a65f); }
:focus-visible { outline: 2px solid light-dark(#8a4513, #f2a65f); outline-offset: 2px; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; padding: 0.75rem; background: light-dark(#ece6dc, #302a21); border-radius: 6px; }
details { border-top: 1px solid light-dark(#dcd3c4, #3a3329); }
summary { padding: 0.5rem 0; cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; }
`;

/** The page has no scripts and loads nothing. */
export function renderApiPage({ info, tags, paths, components }: ApiDocument) {
  const { schemas, securitySchemes } = components;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
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
          <h2>Authentication</h2>
          <dl>${Object.entries(securitySchemes).map(renderScheme)}</dl>
          ${tags.map(
            ({ name, description }) => html`
              <h2 id="${name}">${name}</h2>
              <p>${markCode(description)}</p>
              ${operations
                .filter(({ operation }) => operation.tags?.includes(name))
                .map(({ method, path, operation }) =>
                  renderOperation(method, path, operation, schemas),
                )}
            `,
          )}
        </main>
      </body>
    </html>`;
}

function renderScheme([id, { name, scheme, in: location, description }]: [string, SecurityScheme]) {
  const carrier =
    name === undefined ? `Authorization: ${scheme ?? ''}` : `${location ?? ''} ${name}`;
  return html`<dt><b>${id}</b> <code>${carrier}</code></dt>
    <dd>${markCode(description)}</dd>`;
}

function renderOperation(method: string, path: string, operation: Operation, schemas: Schemas) {
  const { summary, description, parameters, requestBody, responses = {} } = operation;
  return html`<details>
    <summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${markCode(summary)}</summary>
    ${description === undefined ? null : html`<p>${markCode(description)}</p>`}
    <p>${describeSecurity(operation.security)}</p>
    ${
      parameters === undefined
        ? null
        : html`<p><strong>Parameters</strong></p>
            <pre>
${parameters.map((parameter) => outlineParameter(parameter, schemas)).join('\n')}</pre>`
    }
    ${requestBody === undefined ? null : renderBody('Request', requestBody, schemas)}
    ${Object.entries(responses).map(([status, body]) => renderBody(status, body, schemas))}
  </details>`;
}

function describeSecurity(security: Security = []): string {
  const ways = security.map((schemes) =>
    Object.entries(schemes)
      .map(([name, scopes]) => [name, ...scopes].join(' '))
      .join(' with '),
  );
  return ways.length === 0 ? 'For anyone.' : `Signed in by ${ways.join(', or by ')}.`;
}

function markCode(text = '') {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

function outlineParameter(parameter: Parameter, schemas: Schemas): string {
  const { in: location, name, required, schema, description } = parameter;
  const described = { ...schema, ...(description === undefined ? {} : { description }) };
  const mark = required === true ? '' : '?';
  const notes = noteSchema(described);
  return `${location} ${name}${mark}: ${outlineSchema(schema, schemas)}${notes === '' ? '' : ` // ${notes}`}`;
}

function renderBody(title: string, { description, content = {} }: Content, schemas: Schemas) {
  // The code describes a refusal.
  const shown = Number(title) >= 400 ? [] : Object.entries(content);
  return html`<p><strong>${title}</strong> ${markCode(description)}</p>
    ${shown.map(
      ([type, { schema }]) =>
        html`<pre>
${type}
${outlineSchema(schema, schemas)}</pre>`,
    )}`;
}
