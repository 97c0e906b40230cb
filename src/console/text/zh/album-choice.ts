import type { Catalogue } from '../catalogue.ts';

export const albumChoice: Catalogue['albumChoice'] = {
  images: (_, shown) => `${shown} 张图片`,
  title: (_, shown) => `将 ${shown} 张图片添加到相册`,
  albums: '选择相册',
  newAlbum: '新建相册',
  name: '相册标题',
  nameMissing: '请输入相册标题。',
  search: '搜索相册',
  noMatch: '未找到相册',
  more: '显示更多相册',
  choose: '选择',
  add: '添加',
  open: '打开相册',
  tray: '拖放到相册',
  otherAlbum: '其他相册…',
  progress: (done, total) => `已完成 ${done} / ${total}`,
  added: (_, shown, title) => `已将 ${shown} 张图片添加到“${title}”。`,
  present: (_, shown) => `${shown} 张已在相册中。`,
  left: (_, shown) => `${shown} 张已不在您的图库中。`,
};
