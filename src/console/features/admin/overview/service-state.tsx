import { ConnectionError } from '../../../../client/errors.ts';
import { adminText } from '../../../text/admin.ts';
import { useResource } from '../../../state/resource.ts';
import { Icon } from '../../../widgets/icon.tsx';

export function ServiceState() {
  const { overview } = adminText.value;
  return (
    <section class="card">
      <h2>{overview.state}</h2>
      <ul class="overview-list">
        <Probe label={overview.health} path="/health" />
        <Probe label={overview.ready} path="/ready" />
      </ul>
    </section>
  );
}

function Probe({ label, path }: { readonly label: string; readonly path: string }) {
  const { overview } = adminText.value;
  const answer = useResource(async (signal) => {
    const { ok, body } = await fetch(path, { signal, cache: 'no-store' }).catch((cause) => {
      throw new ConnectionError(cause);
    });
    await body?.cancel();
    return ok;
  }, path);
  const isWell = answer.error.value === null ? answer.value.value : false;
  const words = isWell === undefined ? overview.asking : isWell ? overview.works : overview.fails;
  const state = isWell === undefined ? 'asking' : isWell ? 'good' : 'bad';
  return (
    <li>
      <span>{label}</span>
      <span class={`overview-state overview-state-${state}`}>
        {isWell !== undefined && <Icon name={isWell ? 'check' : 'warning'} />}
        {words}
      </span>
    </li>
  );
}
