import type { Catalogue } from '../catalogue.ts';

export const layout: Catalogue['layout'] = {
  uploads: {
    dropHere: '松开即可上传',
    dropInAlbum: '松开即可上传到此相册',
    showQueue: '查看',
    progress: (done, total, failed, asking) =>
      `已上传 ${done}/${total}${failed === 0 ? '' : `，${failed} 张失败`}${asking === 0 ? '' : `，${asking} 张需要处理`}`,
    paused: '已暂停',
  },
};
