import { setImmediate } from 'node:timers';

interface Dispatcher {
  dispatch: (...request: unknown[]) => boolean;
}

/*
 * Node's fetch uses the first undici loaded by the process. wrangler's version refuses an explicit Content-Length, so
 * Node's own must load first.
 */
Reflect.get(globalThis, 'Request');
const agent = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as Dispatcher;

/*
 * Servers close a connection that is idle for seconds, and drawing may occupy this process for longer. A request waits
 * for a whole turn of the event loop, in which the process notices that; it would be sent on a closed connection otherwise.
 */
if (!Object.hasOwn(agent, 'dispatch')) {
  const dispatch = agent.dispatch.bind(agent);
  agent.dispatch = (...request) => {
    setImmediate(() => setImmediate(dispatch, ...request));
    return true;
  };
}
