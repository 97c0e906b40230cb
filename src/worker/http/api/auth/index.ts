import { createRouter } from '../../router.ts';
import { csrfRefreshRoute } from './csrf-refresh.ts';
import { loginRoute } from './login.ts';
import { logoutRoute } from './logout.ts';
import { meRoute } from './me.ts';
import { registerRoute } from './register.ts';
import { resetPasswordRoute } from './reset-password.ts';

export const authRoutes = createRouter();
for (const route of [
  registerRoute,
  loginRoute,
  meRoute,
  logoutRoute,
  csrfRefreshRoute,
  resetPasswordRoute,
]) {
  authRoutes.route('/', route);
}
