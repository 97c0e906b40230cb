import { ROWS, type Panel } from './panels.ts';

const COLUMNS = 24;
const ROW_HEIGHT = 1;
const DATA_SOURCE = { type: 'prometheus', uid: '${datasource}' };

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A dashboard of Grafana 10 and later, for one deployment at a time: that of the variable `instance`. */
export function writeDashboard(): string {
  const dashboard = {
    title: 'Tintype',
    uid: 'tintype',
    tags: ['tintype'],
    schemaVersion: 39,
    editable: true,
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: { list: [dataSourceVariable(), instanceVariable()] },
    panels: placeRows(),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function dataSourceVariable() {
  return { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' };
}

function instanceVariable() {
  const query = 'label_values(tintype_build_info, instance)';
  return {
    name: 'instance',
    label: 'Deployment',
    type: 'query',
    datasource: DATA_SOURCE,
    definition: query,
    query: { query, refId: 'instance' },
    refresh: 2,
    sort: 1,
  };
}

function placeRows(): object[] {
  const placed: object[] = [];
  let y = 0;
  for (const { title, panels } of ROWS) {
    placed.push({
      id: placed.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: ROW_HEIGHT },
      panels: [],
    });
    y += ROW_HEIGHT;
    let x = 0;
    let rowHeight = 0;
    for (const panel of panels) {
      const { w, h } = sizeOf(panel);
      if (x + w > COLUMNS) {
        x = 0;
        y += rowHeight;
        rowHeight = 0;
      }
      placed.push(describePanel(panel, placed.length + 1, { x, y, w, h }));
      x += w;
      rowHeight = Math.max(rowHeight, h);
    }
    y += rowHeight;
  }
  return placed;
}

function sizeOf({ kind }: Panel): Pick<Place, 'w' | 'h'> {
  return kind === 'stat' ? { w: 6, h: 4 } : { w: 12, h: 8 };
}

function describePanel({ title, kind, unit, queries }: Panel, id: number, gridPos: Place): object {
  return {
    id,
    type: kind,
    title,
    datasource: DATA_SOURCE,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options:
      kind === 'stat'
        ? { textMode: 'value_and_name', reduceOptions: { calcs: ['lastNotNull'] } }
        : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: queries.map(({ expression, legend }, index) => ({
      refId: String.fromCodePoint('A'.charCodeAt(0) + index),
      datasource: DATA_SOURCE,
      expr: ofInstance(expression),
      legendFormat: legend,
    })),
  };
}

/** Adds the variable to each selector. */
function ofInstance(expression: string): string {
  return expression.replaceAll(/\b(tintype_\w+)(\{)?/gu, (_, name: string, brace?: string) =>
    brace === undefined ? `${name}{instance="$instance"}` : `${name}{instance="$instance",`,
  );
}
