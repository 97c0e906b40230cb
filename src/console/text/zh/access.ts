import type { Catalogue } from '../catalogue.ts';

export const access: Catalogue['access'] = {
  title: '登录',
  registerTitle: '注册账户',
  welcome: '欢迎回来。',
  registerLead: '只需用户名、邮箱和密码。',
  username: '用户名',
  email: '邮箱地址',
  password: '密码',
  usernameHint: '3–50 个字符：字母、数字、点、连字符或下划线。',
  emailHint: '仅您和管理员可见。',
  passwordHint: '8–72 个字符。一句短语既安全又好记。',
  toRegister: '还没有账户？',
  toSignIn: '已有账户？',
  check: '人机验证',
  checkMissing: '请先完成验证。',
  checkExpired: '验证已过期，请重新完成。',
  checkFailed: '无法加载验证，可能被广告拦截器或网络拦截。',
  checkAgain: '重新加载验证',
  lastCheck: '账户已创建。再完成一次验证即可登录。',
  created: '账户已创建。请登录以继续。',
  suspended: '此账户已被停用。请联系管理员。',
  noCookies:
    '浏览器阻止了 Cookie，因此无法保持登录。请允许本站使用 Cookie，并通过 https 地址访问。',
  faults: {
    username: {
      missing: '请输入用户名。',
      short: '用户名至少 3 个字符。',
      long: '用户名最多 50 个字符。',
      characters: '只能使用英文字母、数字和 . - _',
      taken: '此用户名已被使用。如果是您的，请登录。',
      refused: '此用户名不可用。',
    },
    email: {
      missing: '请输入邮箱地址。',
      form: '请输入有效的邮箱地址，例如 name@example.org。',
      long: '邮箱地址最多 100 个字符。',
      taken: '此邮箱已注册。如果是您的，请登录。',
      refused: '此邮箱地址不可用。',
    },
    password: {
      missing: '请输入密码。',
      short: '密码至少 8 个字符。',
      long: '密码最多 72 个字符。',
      refused: '此密码不可用。',
    },
  },
};
