export const start = {
  title: 'Tintype',
};
