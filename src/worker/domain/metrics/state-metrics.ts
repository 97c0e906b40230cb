import { VERSION } from '../../lib/version.ts';
import { measure, type Metric } from './catalogue.ts';

/** Of what `/ready` checks; a database that does not answer leaves `/metrics` without an answer. */
export function stateMetrics(
  migration: string,
  ready: Readonly<Record<'cache' | 'migrations', boolean>>,
): Metric[] {
  const dependencies = Object.entries(ready).map(([dependency, isUp]) => ({
    labels: { dependency },
    value: Number(isUp),
  }));
  return [
    measure('tintype_build_info', [{ labels: { version: VERSION, migration }, value: 1 }]),
    measure('tintype_ready', dependencies),
  ];
}
