export const gallery = {
  title: 'Gallery',
};
