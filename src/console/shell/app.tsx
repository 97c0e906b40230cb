import { LocationProvider, Route, Router } from 'preact-iso/router';
import { Layout } from './layout.tsx';
import { NotFoundPage, ROUTES } from './routes.ts';

export function App() {
  return (
    <LocationProvider scope={/^\/(?!api\/|i\/)/u}>
      <Layout>
        <Router>
          {ROUTES.map(({ path, component }) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route default component={NotFoundPage} />
        </Router>
      </Layout>
    </LocationProvider>
  );
}
