import type { Catalogue } from '../catalogue.ts';

export const access: Catalogue['access'] = {
  title: '登录',
  registerTitle: '注册账户',
  welcome: '欢迎回来。',
  registerLead: '用户名、邮箱、密码，仅此而已。',
  username: '用户名',
  email: '邮箱地址',
  password: '密码',
  usernameHint: '3 到 50 个字母、数字、点、连字符或下划线。',
  emailHint: '只有您和管理员可以看到。',
  passwordHint: '8 到 72 个字符。一句短语既安全又好记。',
  toRegister: '还没有账户？',
  toSignIn: '已有账户？',
  check: '您是真人吗？',
  checkMissing: '请先完成此验证。',
  checkExpired: '验证已过期，请重新完成。',
  checkFailed: '无法加载验证。可能被浏览器或网络的过滤规则拦截。',
  checkAgain: '重新加载验证',
  lastCheck: '账户已创建。再完成一次验证即可进入。',
  created: '账户已创建。请登录以继续。',
  suspended: '此账户已被停用。请联系管理员。',
  noCookies:
    '浏览器没有保存本站的 Cookie，因此无法保持登录。请允许 Cookie，并使用以 https 开头的地址。',
  faults: {
    username: {
      missing: '请输入用户名。',
      short: '用户名至少 3 个字符。',
      long: '用户名最多 50 个字符。',
      characters: '只能使用英文字母、数字和 . - _',
      taken: '此用户名已被使用。如果是您的，请登录。',
      refused: '不允许使用此用户名。',
    },
    email: {
      missing: '请输入邮箱地址。',
      form: '邮箱地址的格式如 name@example.org。',
      long: '邮箱地址最多 100 个字符。',
      taken: '此邮箱已注册。如果是您的，请登录。',
      refused: '不接受此邮箱地址。',
    },
    password: {
      missing: '请输入密码。',
      short: '密码至少 8 个字符。',
      long: '密码最多 72 个字符。',
      refused: '不接受此密码。',
    },
  },
};
