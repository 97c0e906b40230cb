import type { Catalogue } from '../catalogue.ts';

export const lock: Catalogue['lock'] = {
  title: '此账户即将被删除',
  titleNow: '此账户很快就会被删除',
  titleIn: (duration, time) => `此账户将在 ${duration} 后删除（${time}）`,
  possible: '在此之前，您可以查看和下载图片，但不能上传或修改。',
  cancel: '只有管理员可以取消删除。',
  takeout: '下载全部',
};
