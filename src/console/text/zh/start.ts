import type { Catalogue } from '../catalogue.ts';

export const start: Catalogue['start'] = {
  heading: '为您的照片安个家',
  lead: '上传图片，获取链接。Tintype 保存原始尺寸的图片，快速展示给所有人，或仅限您指定的人。',
  toGallery: '前往您的图库',
  promises: [
    {
      icon: 'check',
      title: '上传即校验',
      words: '图片的每个部分在保存前都会校验指纹，传输中损坏的部分会自动重传。',
    },
    {
      icon: 'lock',
      title: '私密就是私密',
      words: '私密图片只对您和拥有链接的人开放，有效期由您决定，并可随时撤销。',
    },
    {
      icon: 'upload',
      title: '断点续传',
      words: '网络中断或关闭了窗口？上传会从中断处继续。您可以随时下载全部内容。',
    },
    {
      icon: 'globe',
      title: '全球快速访问',
      words: '图片由离访问者最近的边缘节点分发。',
    },
  ],
  statistics: 'Tintype 数据',
  images: '图片',
  users: '用户',
  views: '浏览',
  stored: '已存储',
  noStatistics: '统计数据暂不可用。',
  apiLink: 'API 文档',
  footer: '无广告，无跟踪。',
};
