import type { Catalogue } from '../catalogue.ts';

export const layout: Catalogue['layout'] = {
  uploads: {
    dropHere: '松开即可上传',
    pasted: '粘贴的图片',
    taken: (count) => `已添加 ${count} 张图片`,
    leftOut: (count) => `文件夹中有 ${count} 个文件不是图片，已略过。`,
    showQueue: '查看',
    progress: (done, total, failed) =>
      `已上传 ${done}/${total}${failed === 0 ? '' : `，${failed} 张失败`}`,
  },
};
