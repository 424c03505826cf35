import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../ui/format.ts';
import { ImportDrawer } from '../../ui/import.drawer.tsx';
import { CAREGIVER_ROWS, intake } from '../intake/contract.ts';

/** Imports caregivers from a sheet as providers keep it. */
export default function ImportCaregivers({ given, onImported, onClose }: { given: File | null; onImported: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <ImportDrawer
      title={t`导入护工`} endpoint={intake.caregivers} template={intake.caregiverTemplate} most={CAREGIVER_ROWS} given={given} onImported={onImported} onClose={onClose}
      words={{ write: (count) => t`导入 ${count} 名护工`, none: t`表格里没有护工`, done: ({ created }) => t`已导入 ${format.number(created)} 名护工。状态、证件和驻点与表格相同；健康证过期的停派。` }}
    />
  );
}
