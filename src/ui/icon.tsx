import { Bell, BookA, CalendarDays, ChartColumn, CircleQuestionMark, CircleUser, ClipboardList, HeartPulse, History, Hospital, House, Keyboard, Languages, ALargeSmall, LogOut, Menu, Palette, PanelLeft, PanelsTopLeft, Pin, ReceiptText, ScrollText, Search, Settings, ShieldCheck, SlidersHorizontal, Stamp, SunMoon, UserRound, UsersRound, X, type LucideIcon } from 'lucide-react';

const ICONS: Record<string, LucideIcon> = {
  dashboard: House,
  order: ClipboardList,
  caregiver: UserRound,
  patient: HeartPulse,
  statistics: ChartColumn,
  user: UsersRound,
  hospital: Hospital,
  bed: Hospital,
  dictionary: BookA,
  role: ShieldCheck,
  audit: ScrollText,
  profile: CircleUser,
  search: Search,
  theme: SunMoon,
  language: Languages,
  size: ALargeSmall,
  setting: Settings,
  themeColor: Palette,
  layout: PanelsTopLeft,
  watermarkEnabled: Stamp,
  sidebar: PanelLeft,
  menu: Menu,
  help: Keyboard,
  notice: Bell,
  question: CircleQuestionMark,
  recent: History,
  close: X,
  pin: Pin,
  system: SlidersHorizontal,
  calendar: CalendarDays,
  price: ReceiptText,
  'sign-out': LogOut,
};
/** A picture beside words, never instead of them: hidden from screen readers. An unknown name draws that of `or`, or nothing. */
export function Icon({ name, or = '', size = 16 }: { name: string; or?: string; size?: number }) {
  const Picture = ICONS[name] ?? ICONS[or];
  return Picture === undefined ? null : <Picture size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}
