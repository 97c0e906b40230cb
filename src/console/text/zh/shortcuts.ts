import type { Catalogue } from '../catalogue.ts';

export const shortcuts: Catalogue['shortcuts'] = {
  title: '键盘快捷键',
  viewer: '查看图片时',
  gallery: '在图库和相册中',
  album: '在自定义顺序的相册中',
  inViewer: {
    step: '上一张和下一张',
    zoom: '放大和缩小',
    fit: '适应窗口',
    actual: '实际大小',
    copy: '复制链接',
    download: '下载',
    full: '全屏',
    info: '显示或隐藏信息',
    strip: '显示或隐藏胶片栏',
    remove: '移到回收站',
    leave: '返回',
  },
  inGallery: {
    move: '在图片间移动',
    open: '打开',
    select: '选择',
    all: '全选',
    copy: '复制链接',
    remove: '移到回收站，或移出相册',
    search: '搜索图库',
    help: '此列表',
  },
  inAlbum: {
    step: '移动一位',
    ends: '移到开头或末尾',
  },
  letterKeys: '使用单字符快捷键',
  keyNames: {
    Space: '空格',
    Del: 'Delete',
    Ctrl: 'Control',
    Enter: '回车',
    Home: 'Home',
    End: 'End',
  },
};
