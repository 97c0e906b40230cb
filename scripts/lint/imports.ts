// A linter plugin that checks imports against the table in house.ts.
import { dirname, relative, resolve, sep } from 'node:path';
import { AREAS, LAYERS, PACKAGES, ROOTS } from './house.ts';

const SRC = resolve(import.meta.dirname, '..', '..', 'src');

const DIVIDED = new Set(
  Object.keys(LAYERS).flatMap((layer) => (layer.includes('/') ? [layer.split('/')[0]] : [])),
);

/** Below src, split: `['worker', 'domain', 'images', 'list-images.ts']`. */
type Place = readonly string[];

/** Returns why an import is refused, or null. `to` is null for packages. */
type Judge = (from: Place, to: Place | null, specifier: string, isType: boolean) => string | null;

/** The fields that the rules read. */
interface ImportNode {
  readonly source: { readonly value?: unknown } | null;
  readonly importKind?: 'type' | 'value' | null;
  readonly exportKind?: 'type' | 'value' | null;
}

interface RuleContext {
  readonly filename: string;
  report(finding: { readonly node: ImportNode; readonly message: string }): void;
}

export default {
  meta: { name: 'house' },
  rules: { layers: createRule(judgeLayers), areas: createRule(judgeAreas) },
};

function createRule(judge: Judge) {
  return {
    create(context: RuleContext) {
      const from = placeOf(context.filename);
      const check = (node: ImportNode): void => {
        const specifier = node.source?.value;
        if (typeof specifier !== 'string') return;
        const to = specifier.startsWith('.')
          ? placeOf(resolve(dirname(context.filename), specifier))
          : null;
        const isType = node.importKind === 'type' || node.exportKind === 'type';
        const refusal = judge(from, to, specifier, isType);
        if (refusal !== null) {
          context.report({ node, message: `${refusal}: see scripts/lint/house.ts` });
        }
      };
      return {
        ImportDeclaration: check,
        ImportExpression: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
      };
    },
  };
}

function placeOf(path: string): Place {
  return relative(SRC, path).split(sep);
}

function judgeLayers(from: Place, to: Place | null, specifier: string): string | null {
  const layer = layerOf(from);
  if (layer === null) return null;
  const allowed = LAYERS[layer];
  if (allowed === undefined) return `src/${layer} is not among the layers`;
  if (to === null) {
    const owners = PACKAGES[specifier.split(/[/:]/u)[0] ?? ''];
    const isOwner = owners?.some((owner) => layer === owner || layer.startsWith(`${owner}/`));
    return isOwner === false ? `src/${layer} may not import ${specifier}` : null;
  }
  const target = layerOf(to);
  const isFree = to[0] === '..' || (target === null && !ROOTS.includes(to.join('/')));
  if (isFree || target === layer) return null;
  if (target !== null && allowed.includes(target)) return null;
  return `src/${layer} may not import src/${target ?? to.join('/')}`;
}

/** Null for a file beside the layers. */
function layerOf([program = '', ...inside]: Place): string | null {
  const depth = DIVIDED.has(program) ? 1 : 0;
  return inside.length > depth ? [program, ...inside.slice(0, depth)].join('/') : null;
}

function judgeAreas(
  from: Place,
  to: Place | null,
  _specifier: string,
  isType: boolean,
): string | null {
  const layer = layerOf(from);
  if (to === null || layer === null || layerOf(to) !== layer) return null;
  const areas = AREAS[layer];
  const [area, target] = [areaOf(from), areaOf(to)];
  if (areas === undefined || target === null || target === area) return null;
  if (area === null) return isType ? null : `A file of all areas may import no value of ${target}`;
  const stranger = [area, target].find((name) => !areas.includes(name));
  if (stranger !== undefined) return `${stranger} is not among the areas of src/${layer}`;
  return areas.indexOf(target) < areas.indexOf(area)
    ? null
    : `The area ${area} may not import ${target}`;
}

/** Null for files that serve all areas. */
function areaOf([, , name, ...inside]: Place): string | null {
  return name === undefined || inside.length === 0 ? null : name;
}
