/** What is said around every page. */
export const layout = {
  uploads: {
    dropHere: 'Drop to upload',
    pasted: 'Pasted',
    taken: (count: number) => (count === 1 ? '1 picture added' : `${count} pictures added`),
    leftOut: (count: number) =>
      count === 1
        ? '1 file of the folder is no picture and was left out.'
        : `${count} files of the folder are no pictures and were left out.`,
    showQueue: 'Show',
    progress: (done: number, total: number, failed: number) =>
      `${done} of ${total} uploaded${failed === 0 ? '' : `, ${failed} failed`}`,
  },
};
