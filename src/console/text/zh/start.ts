import type { Catalogue } from '../catalogue.ts';

export const start: Catalogue['start'] = {
  heading: '为您的照片安个家',
  lead: '上传图片，获取链接。Tintype 保存原始尺寸的图片，快速展示给所有人，或仅限您指定的人。',
  toGallery: '前往您的图库',
  picture: 'Tintype 图库：图片按行排列，保持各自的比例',
  dropTitle: '将图片拖到此处',
  dropHint: '还没有账户？先选图片，再注册。',
  choose: '选择图片',
  accepted: (size) =>
    `支持 JPEG、PNG、WebP、AVIF 和 GIF${size === null ? '' : `，每张不超过 ${size}`}。`,
  waitingTitle: '待上传的图片',
  waiting: (_, shown) => `${shown} 张图片已就绪`,
  waitingHint: '图片会在此浏览器中保留一天，登录后自动上传。',
  registerAndUpload: '注册并上传',
  signInAndUpload: '登录并上传',
  addMore: '继续添加',
  discard: '全部移除',
  refusals: {
    not_an_image: '不是支持的图片。',
    too_large: (limit) => (limit === null ? '文件过大。' : `文件过大（上限 ${limit}）。`),
    too_many: (limit) => `放不下：此处最多可保留 ${limit} 张图片。`,
    no_space: '无法保留：此浏览器空间不足。请先注册，再上传。',
    unreadable: '无法读取。',
  },
  othersRefused: (count) => `另有 ${count} 个文件已跳过。`,
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
  apiLink: 'API 文档',
  footer: '无广告，无跟踪。',
};
