import type { CDPSession, Page } from 'playwright-core';

interface Value {
  readonly value?: string | number | boolean;
}

interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: Value;
  readonly name?: Value;
  readonly description?: Value;
  readonly value?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
  readonly childIds?: readonly string[];
  readonly backendDOMNodeId?: number;
}

/** Screen readers say nothing of these themselves. */
const SILENT = new Set([
  'generic',
  'none',
  'paragraph',
  'sectionheader',
  'LabelText',
  'ListMarker',
  'LineBreak',
  'row',
  'rowgroup',
  'status',
]);
/** A closed list's options are not read. */
const CLOSED = new Set(['MenuListPopup']);
const STATES: Readonly<Record<string, (value: unknown) => string | null>> = {
  level: (value) => `level ${String(value)}`,
  checked: (value) =>
    value === 'mixed' ? 'partly checked' : value === 'true' ? 'checked' : 'not checked',
  pressed: (value) => (value === 'true' ? 'pressed' : 'not pressed'),
  selected: (value) => (value === true ? 'selected' : null),
  expanded: (value) => (value === true ? 'expanded' : 'collapsed'),
  disabled: (value) => (value === true ? 'unavailable' : null),
  readonly: (value) => (value === true ? 'read-only' : null),
  required: (value) => (value === true ? 'required' : null),
  invalid: (value) => (value === 'false' ? null : 'invalid'),
  busy: (value) => (value === true ? 'busy' : null),
  modal: (value) => (value === true ? 'modal' : null),
  hasPopup: (value) => (value === 'false' ? null : `opens a ${String(value)}`),
  keyshortcuts: (value) => `key ${String(value)}`,
};

/** All that a screen reader reads from top to bottom, from Chromium's accessibility tree: role, name and states. */
export const readAloud = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const read = async (id: string, said: string): Promise<void> => {
    const node = known.get(id);
    if (node === undefined || CLOSED.has(String(node.role?.value))) return;
    const role = String(node.role?.value ?? '');
    const name = String(node.name?.value ?? '').trim();
    let around = said;
    if (role === 'StaticText') {
      if (name !== '' && !said.includes(name)) lines.push(`text: ${name}`);
      return;
    }
    const isSilent = node.ignored || SILENT.has(role);
    if (!isSilent) {
      around = name === '' ? said : `${name} ${String(node.value?.value ?? '')}`;
      lines.push(await describe(session, node, role, name));
    }
    for (const child of node.childIds ?? []) await read(child, around);
  };
  await read(nodes[0]?.nodeId ?? '', '');
  await session.detach();
  return `${lines.join('\n')}\n`;
};

const describe = async (session: CDPSession, node: Node, role: string, name: string) => {
  const states = (node.properties ?? []).map(({ name: state, value }) =>
    STATES[state]?.(value.value),
  );
  const read =
    ATTRIBUTES[role] === undefined ? null : await readAttribute(session, node, ATTRIBUTES[role]);
  const value = role === 'slider' ? read : node.value?.value;
  const description = node.description?.value;
  const facts = [
    name === '' ? role : `${role} “${name}”`,
    ...states,
    role === 'link' && read !== null && read !== 'false' ? 'current' : null,
    value === undefined || value === name || value === '' ? null : `“${String(value)}”`,
    // They leave out one that equals the name.
    description === undefined || description === name
      ? null
      : `described as “${String(description)}”`,
  ];
  return facts.filter((fact) => typeof fact === 'string').join(', ');
};

/** The protocol leaves these out. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  link: 'aria-current',
  slider: 'aria-valuetext',
};

const readAttribute = async (session: CDPSession, { backendDOMNodeId }: Node, name: string) => {
  const { node } = await session.send('DOM.describeNode', { backendNodeId: backendDOMNodeId ?? 0 });
  const { attributes = [] } = node;
  const at = attributes.indexOf(name);
  return at === -1 ? null : (attributes[at + 1] ?? null);
};

/** Notes what live regions announce from now on. */
export const listen = async (page: Page): Promise<() => Promise<string>> => {
  await page.evaluate(LISTEN);
  return async () => `${(await page.evaluate<string[]>('announced')).join('\n')}\n`;
};

/** A status and an alert are read as a whole, others where text is added. */
const LISTEN = `{
  globalThis.announced = [];
  const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output';
  const words = (node) => (node.textContent ?? '').replaceAll(/\\s+/gu, ' ').trim();
  new MutationObserver((records) => {
    const news = new Set();
    for (const { target, addedNodes } of records) {
      const inside = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
      const region = inside?.closest(LIVE);
      // One that comes with its text is silent, unless it is an alert.
      const alerts = [...addedNodes].flatMap((node) => node.nodeType === Node.ELEMENT_NODE
        ? [...(node.matches('[role=alert]') ? [node] : []), ...node.querySelectorAll('[role=alert]')] : []);
      for (const alert of alerts) news.add('alert: ' + words(alert));
      if (region === null || region === undefined || region.closest('[hidden]')) continue;
      const isWhole = region.ariaAtomic !== 'false' && region.matches('[role=status], [role=alert], output, [aria-atomic=true]');
      const kind = region.matches('[role=alert], [aria-live=assertive]') ? 'alert' : 'status';
      for (const node of isWhole ? [region] : [...addedNodes]) {
        if (words(node) !== '') news.add(kind + ': ' + words(node));
      }
    }
    announced.push(...news);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}`;
