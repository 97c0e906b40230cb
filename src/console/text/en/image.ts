export const image = {
  title: 'Picture',
};
