import type { Catalogue } from '../catalogue.ts';

export const adminImages: Catalogue['admin']['images'] = {
  intro: '所有账户的图片，最新的在前。',
  filter: '显示',
  filters: { all: '全部', user: '按用户', link: '按链接' },
  link: '链接或其末尾部分',
  choose: '请选择用户，或粘贴链接。',
  empty: '未找到图片',
  open: (title) => `打开 ${title}`,
  views: (count) => `${count} 次浏览`,
  hide: '隐藏',
  show: '设为公开',
  hidden: (title) => `${title} 已设为私密，分享链接已撤销，并已移出共享相册。`,
  shown: (title) => `${title} 已公开。`,
  deleteTitle: (title) => `要删除 ${title} 吗？`,
  deleteText: '图片将被永久删除，链接随即失效，所有者也无法恢复。',
};
