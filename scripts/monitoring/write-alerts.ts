import { ALERTS, type Alert } from './alerts.ts';

const HEADER = `# Alert rules of Tintype for Prometheus. \`npm run docs\` writes this file from scripts/monitoring/alerts.ts.
# docs/operations.md says what each alert means and what to do.
groups:
  - name: tintype
    rules:
`;

export function writeAlerts(alerts = ALERTS): string {
  return HEADER + alerts.map(writeAlert).join('');
}

function writeAlert({ name, expression, holds, severity, summary }: Alert): string {
  return `      - alert: ${name}
        expr: ${quote(expression)}
        for: ${holds}
        labels:
          severity: ${severity}
        annotations:
          summary: ${quote(summary)}
          runbook: docs/operations.md#${name.toLowerCase()}
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
