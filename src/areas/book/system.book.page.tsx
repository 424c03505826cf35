import { useEffect, useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { may } from '../../kernel/access.ts';
import { href } from '../../kernel/href.ts';
import { KeyCap, useKeyProps, useKeys } from '../../ui/bound-key.tsx';
import { Back } from '../../ui/detail/back.tsx';
import { Empty } from '../../ui/empty.tsx';
import { leaveField } from '../../ui/list/door.ts';
import { Unknown } from '../../ui/list/filter.tsx';
import { navigate, useQuery } from '../../ui/location.ts';
import { useRead } from '../../ui/read.ts';
import { useViewer } from '../../ui/session.ts';
import control from '../../ui/style/control.module.css';
import { Unread } from '../../ui/unread.tsx';
import { hospital } from '../hospital/contract.ts';
import style from './book.module.css';
import { book } from './contract.ts';
import { HolidayList } from './holiday-list.tsx';
import { BOOK_KEYS } from './key.ts';
import { PriceList } from './price-list.tsx';
import { ShiftForm } from './shift.form.tsx';

const PARTS = ['price', 'holiday', 'shift'] as const;
const addressOf = (hospitalId: string | undefined, part: string): string => href('/system/book', {}, { hospital: hospitalId, part: part === PARTS[0] ? undefined : part });

/** `/system/book?hospital=…&part=…`: what a hospital charges, on which days another price, and when its shifts turn. */
export default function BookPage() {
  const keys = useKeyProps();
  const { t } = useLingui();
  const query = useQuery();
  const viewer = useViewer();
  const chooser = useRef<HTMLSelectElement>(null);
  const { data: hospitals, failure: noHospitals, again: askHospitals } = useRead(hospital.options);
  const place = hospitals?.find(({ id }) => id === query.get('hospital')) ?? hospitals?.[0];
  const part = PARTS.find((one) => one === query.get('part')) ?? PARTS[0];
  const { data, failure, again } = useRead(book.read, { params: { id: place?.id ?? '0' } }, { asks: place !== undefined });
  const page = data !== undefined && data.id === place?.id ? data : undefined;
  const tabs = useRef<HTMLElement>(null);
  const drawn = useRef(part);
  useEffect(() => {
    // what had the focus belonged to the part before
    if (drawn.current !== part && document.activeElement === document.body) tabs.current!.querySelector<HTMLElement>('[aria-current]')!.focus();
    drawn.current = part;
  }, [part]);
  const words = { price: t({ context: '标题', message: '价格' }), holiday: t({ context: '标题', message: '节假日' }), shift: t`班次` };
  const step = (by: number): void => {
    // the next part takes the focus
    if (tabs.current!.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
    navigate(addressOf(place?.id, PARTS[(PARTS.indexOf(part) + by + PARTS.length) % PARTS.length]!));
  };
  useKeys([[BOOK_KEYS.next, () => step(1)], [BOOK_KEYS.previous, () => step(-1)], [BOOK_KEYS.hospital, () => chooser.current?.focus()]]);
  const lost = noHospitals ?? (page === undefined ? failure : null);
  const mayPrice = viewer !== null && may(viewer, 'biz:hospital:price');
  return (
    <section className={style.page} aria-label={t`价格与节假日`} aria-busy={page === undefined && lost === null && hospitals?.length !== 0}>
      <div className={style.top}>
        <h1 tabIndex={-1}><Trans>价格与节假日</Trans></h1>
        <Unknown path="/system/book" chosen={Object.fromEntries([...query].filter(([name, value]) => (name === 'hospital' ? hospitals === undefined || value === place?.id : name === 'part' && value === part)))} />
        <label className={style.choice}>
          <Trans>医院</Trans>
          <select ref={chooser} onKeyDown={leaveField} className={control.input} value={place?.id ?? ''} {...keys(BOOK_KEYS.hospital)} onChange={(event) => navigate(addressOf(event.target.value, part))}>
            {(hospitals ?? []).map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </select>
        </label>
        <a className={style.link} href={`#${href('/system/service')}`}>{t({ context: '标题', message: '服务项目' })}</a>
      </div>
      <Back inset list="/system/hospital" label={t`医院管理`} />
      <nav ref={tabs} className={style.tabs} aria-label={t`部分`}>
        {PARTS.map((one) => <a key={one} className={style.tab} href={`#${addressOf(place?.id, one)}`} aria-current={one === part ? 'true' : undefined}>{words[one]}</a>)}
        <span className={style.keys} aria-hidden="true"><KeyCap of={BOOK_KEYS.previous} /> <KeyCap of={BOOK_KEYS.next} /></span>
      </nav>
      {lost !== null ? <Unread failure={lost} again={noHospitals !== null ? askHospitals : again} /> : hospitals?.length === 0 ? <Empty title={t`还没有医院`} hint={t`先在医院管理里新建。`} /> : page === undefined ? <div className={style.skeleton} aria-hidden="true" /> : (
        <div key={page.id} className={style.body}>
          {part === 'price' ? <PriceList page={page} mayChange={mayPrice} /> : part === 'holiday' ? <HolidayList page={page} mayChange={mayPrice} /> : <ShiftForm page={page} />}
        </div>
      )}
    </section>
  );
}
