import type { Role } from './access.ts';

/** Route meta (spec section 2). `title` is the Chinese source text. */
export interface RouteMeta {
  title: string;
  icon?: string;
  hidden?: boolean;
  alwaysShow?: boolean;
  keepAlive?: boolean;
  affix?: boolean;
  params?: Record<string, string>;
}
/** One allowed route as `GET /sys/routes` answers it (domain.md). `path` is always whole, never relative. */
export interface RouteRow {
  path: string;
  redirect?: string;
  component: string;
  name: string;
  meta: RouteMeta;
  children?: RouteRow[];
}
interface Entry extends Omit<RouteRow, 'children'> {
  roles: readonly Role[];
  children?: readonly Entry[];
}
const everyone = [1, 2, 3, 4] as const;
const page = (path: string, name: string, meta: RouteMeta, roles: readonly Role[]): Entry => ({ path, component: path.slice(1), name, meta, roles });

/** The dynamic routes by role (spec section 6, menu visibility; domain.md for the hidden ones). */
const TREE: readonly Entry[] = [
  {
    path: '/order', redirect: '/order/index', component: 'Layout', name: 'Order', meta: { title: '订单管理', icon: 'order' }, roles: everyone,
    children: [page('/order/index', 'OrderIndex', { title: '订单管理', icon: 'order', keepAlive: true }, everyone), page('/order/new', 'OrderNew', { title: '新建订单', hidden: true }, [1, 2, 3]), page('/order/bed', 'OrderBed', { title: '床位图', icon: 'order', hidden: true }, everyone), page('/order/:no', 'OrderDetail', { title: '订单详情', hidden: true }, everyone), page('/order/:no/:verb', 'OrderVerb', { title: '订单办理', hidden: true }, everyone), page('/order/:no/print', 'OrderPrint', { title: '打印订单', hidden: true }, everyone),
      // who has no statistics has the statements of what is theirs
      page('/statistics/month', 'StatisticsMonth', { title: '月结与对账', icon: 'statistics', hidden: true }, [2, 3, 4])],
  },
  {
    path: '/caregiver', redirect: '/caregiver/index', component: 'Layout', name: 'Caregiver', meta: { title: '护工管理', icon: 'caregiver' }, roles: everyone,
    children: [page('/caregiver/index', 'CaregiverIndex', { title: '护工管理', icon: 'caregiver', keepAlive: true }, everyone), page('/caregiver/roster', 'CaregiverRoster', { title: '排班表', hidden: true }, everyone), page('/caregiver/certificates', 'CaregiverCertificates', { title: '证件到期看板', hidden: true }, everyone), page('/caregiver/:no', 'CaregiverDetail', { title: '护工详情', hidden: true }, everyone), page('/caregiver/:no/:verb', 'CaregiverVerb', { title: '护工办理', hidden: true }, everyone), page('/caregiver/:no/work', 'CaregiverWork', { title: '服务记录', hidden: true }, everyone), page('/caregiver/:no/evaluations', 'CaregiverEvaluations', { title: '护工评价', hidden: true }, everyone), page('/caregiver/:no/pay', 'CaregiverPay', { title: '护工工资', hidden: true }, [1, 2])],
  },
  {
    path: '/statistics', redirect: '/statistics/index', component: 'Layout', name: 'Statistics', meta: { title: '数据统计', icon: 'statistics' }, roles: [1],
    children: [page('/statistics/index', 'StatisticsIndex', { title: '数据统计', icon: 'statistics', keepAlive: true }, [1]), page('/statistics/month', 'StatisticsMonth', { title: '月结与对账', icon: 'statistics', hidden: true }, [1])],
  },
  {
    path: '/system', redirect: '/system/user', component: 'Layout', name: 'System', meta: { title: '系统管理', icon: 'system', alwaysShow: true }, roles: [1, 2],
    children: [
      page('/system/user', 'User', { title: '账号管理', icon: 'user', keepAlive: true }, [1, 2]),
      page('/system/hospital', 'Hospital', { title: '医院管理', icon: 'hospital', keepAlive: true }, [1]),
      page('/system/department', 'Department', { title: '科室与床位', icon: 'hospital', hidden: true }, [1]),
      page('/system/book', 'Book', { title: '价格与节假日', icon: 'price', hidden: true }, [1]),
      page('/system/service', 'Service', { title: '服务项目', icon: 'price', hidden: true }, [1]),
      page('/system/dict', 'Dict', { title: '字典管理', icon: 'dictionary', hidden: true }, [1]),
      page('/system/role', 'Role', { title: '角色与权限', icon: 'role', hidden: true }, [1]),
      page('/system/audit', 'Audit', { title: '审计日志', icon: 'audit', hidden: true }, [1]),
    ],
  },
];

/** What this role may open. An unknown role may open nothing beyond the static routes. */
export function routesOf(role: number): RouteRow[] {
  const open = (entries: readonly Entry[]): RouteRow[] =>
    entries
      .filter((e) => (e.roles as readonly number[]).includes(role))
      .map(({ roles: _roles, children, ...row }) => ({ ...row, ...(children ? { children: open(children) } : {}) }));
  return open(TREE);
}
