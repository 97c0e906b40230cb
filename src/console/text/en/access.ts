export const access = {
  title: 'Sign in',
};
