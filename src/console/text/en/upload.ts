export const upload = {
  title: 'Upload',
};
