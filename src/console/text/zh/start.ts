import type { Catalogue } from '../catalogue.ts';

export const start: Catalogue['start'] = {
  heading: '给您的照片一个好归宿',
  lead: '放入图片，得到链接。Tintype 以完整尺寸保存，并快速展示：给所有人，或只给您选择的人。',
  toGallery: '前往您的图库',
  promises: [
    {
      icon: 'check',
      title: '到达即校验',
      words: '图片的每个部分在保存前都会核对指纹。途中损坏的内容会重新发送。',
    },
    {
      icon: 'lock',
      title: '私密就是私密',
      words: '私密图片只对您和持有您链接的人开放，期限由您决定，并可随时收回。',
    },
    {
      icon: 'upload',
      title: '什么都不会丢',
      words: '网络中断、窗口关闭？上传会从中断处继续。已保存的内容可以整体下载。',
    },
    {
      icon: 'globe',
      title: '无论身在何处都很快',
      words: '图片从网络边缘送达，离打开它的人很近。',
    },
  ],
  statistics: '今日 Tintype',
  images: '图片',
  users: '用户',
  views: '浏览',
  stored: '已存储',
  noStatistics: '暂时无法获取统计数据。',
  apiLink: '面向程序的 API',
  footer: '没有广告，也没有人跟踪您。',
};
