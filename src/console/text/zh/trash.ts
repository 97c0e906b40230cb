import type { Catalogue } from '../catalogue.ts';

export const trash: Catalogue['trash'] = {
  title: '回收站',
  hint: '回收站中的图片仍会占用存储空间。',
  empty: '回收站为空',
  emptyHint: '删除的图片会在这里保留一段时间，恢复后链接不变。',
  list: '回收站中的图片',
  daysLeft: (days, shown) => (days <= 1 ? '最后一天' : `剩余 ${shown} 天`),
  selectAll: '全选已显示的图片',
  selected: (shown) => `已选择 ${shown} 张`,
  restore: '恢复',
  restoreNamed: (name) => `恢复 ${name}`,
  restored: (_, shown) => `已恢复 ${shown} 张图片`,
  deleteForGood: '永久删除',
  deleteTitle: (_, shown) => `要永久删除 ${shown} 张图片吗？`,
  deleteHint: '此操作无法撤销。',
  deleted: (_, shown) => `已永久删除 ${shown} 张图片`,
  emptyTrash: '清空回收站',
  emptyTitle: (_, shown) => `要清空回收站吗？${shown} 张图片将被永久删除`,
  emptyTitleOver: (shown) => `要清空回收站吗？超过 ${shown} 张图片将被永久删除`,
};
