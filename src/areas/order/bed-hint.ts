import { useLingui } from '@lingui/react/macro';
import { useViewer } from '../../ui/session.ts';

/** Where, or by whom, wards and beds that are missing are added. */
export function useBedHint(): string {
  const { t } = useLingui();
  return useViewer()?.paths.includes('/system/department') === true ? t`在科室与床位里添加。` : t`找超级管理员添加。`;
}
