import { sql, type SQL } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { dayAt, parseDay } from '../../host/calendar.ts';
import type { Download } from '../../host/download.ts';
import type { Reach, Runner, Source } from '../../host/reach.ts';
import { Fault } from '../../kernel/error.ts';
import { act, refuse, type Act, type Change, type Held } from './act.ts';
import type { Acted, caregiver, CertificateForm } from './contract.ts';
import { checkedFile } from './file.ts';
import { CAREGIVERS, LIVING_CAREGIVER } from './tables.ts';

/** Certificates (alias `k`) of caregivers. */
export const CERTIFICATES: Source = { ...CAREGIVERS, from: sql`caregiver_certificate k join caregiver c on c.id = k.caregiver_id` };
type Kept = { id: string; kind: string; number: string | null; issuer: string | null; issuedOn: string | null; expiresOn: string | null; verified: boolean; file: string | null };
const KEPT = sql`k.id::text, k.kind, k.number, k.issuer, k.issued_on::text as "issuedOn", k.expires_on::text as "expiresOn", k.verified_at is not null as verified, k.file`;

/** @throws Fault bad_input for what is no day, refused for days that cannot be */
function check({ kind, issuedOn, expiresOn }: CertificateForm, from: Ask['from']): void {
  const [issued, expires] = ([['issuedOn', issuedOn], ['expiresOn', expiresOn]] as const).map(([field, text]) => {
    const day = typeof text === 'string' ? parseDay(text) : undefined;
    if (day === null) throw new Fault('bad_input', { detail: field });
    return day;
  });
  if (issued !== undefined && issued > dayAt(Date.now())) refuse('issued_later', from);
  if (kind === 'health' && expires === undefined) refuse('expiry_needed', from);
  if (issued !== undefined && expires !== undefined && expires < issued) refuse('expires_before', from);
}
/** The certificate that an event is about, one of this caregiver's that is not revoked. @throws Fault not_found */
async function mine(tx: Runner, held: Held, id: string | undefined): Promise<Kept> {
  const { rows: [row] } = await tx.execute<Kept>(sql`select ${KEPT} from caregiver_certificate k where k.id = ${id ?? '0'}::bigint and k.caregiver_id = ${held.id} and k.revoked_at is null`);
  if (row === undefined) throw new Fault('not_found');
  return row;
}
const told = ({ kind, number, issuedOn, expiresOn, verified }: { kind: string; number?: string | null | undefined; issuedOn?: string | null | undefined; expiresOn?: string | null | undefined; verified: boolean }): Change => ({ certificate: kind, certificateNumber: number ?? null, issuedOn: issuedOn ?? null, expiresOn: expiresOn ?? null, verified });
const seen = (verified: boolean, userId: string): SQL => (verified ? sql`${userId}::bigint, now()` : sql`null::bigint, null::timestamptz`);

/** Writes a certificate down; one of health that is valid brings back whom its lack had suspended. @throws Fault as `act`, bad_input, refused */
export const certify = (ask: Act<CertificateForm>): Promise<Acted> =>
  act(ask, 'certify', async (tx, held) => {
    const { body, viewer, from } = ask;
    check(body, from);
    const { rows: [made] } = await tx.execute<{ id: string }>(sql`
      insert into caregiver_certificate (caregiver_id, kind, number, issuer, issued_on, expires_on, verified_by, verified_at)
      values (${held.id}, ${body.kind}, ${body.number ?? null}, ${body.issuer ?? null}, ${body.issuedOn ?? null}, ${body.expiresOn ?? null}, ${seen(body.verified, viewer.userId)}) returning id::text`);
    return { after: told(body), certificateId: made!.id };
  });
/** Corrects a certificate; whether its original was seen is said anew. @throws Fault as `act`, bad_input, refused */
export const editCertificate = (ask: Act<CertificateForm>): Promise<Acted> =>
  act(ask, 'certify', async (tx, held) => {
    const { body, viewer, from, params } = ask;
    check(body, from);
    const was = await mine(tx, held, params['id']);
    await tx.execute(sql`
      update caregiver_certificate set kind = ${body.kind}, number = ${body.number ?? null}, issuer = ${body.issuer ?? null}, issued_on = ${body.issuedOn ?? null}, expires_on = ${body.expiresOn ?? null},
        (verified_by, verified_at) = (select case when ${body.verified && was.verified} then verified_by else n.by end, case when ${body.verified && was.verified} then verified_at else n.at end from (select ${seen(body.verified, viewer.userId)}) n(by, at)) where id = ${was.id}`);
    return { before: told(was), after: told(body), certificateId: was.id };
  }, 'certificate-edit');
/** Says that one has seen the original. @throws Fault as `act`, refused */
export const verifyCertificate = (ask: Act): Promise<Acted> =>
  act(ask, 'certify', async (tx, held) => {
    const was = await mine(tx, held, ask.params['id']);
    if (was.verified) refuse('nothing_changed', ask.from);
    await tx.execute(sql`update caregiver_certificate set verified_by = ${ask.viewer.userId}, verified_at = now() where id = ${was.id}`);
    return { before: told(was), after: told({ ...was, verified: true }), certificateId: was.id };
  }, 'certificate-verify');
/** A certificate that counts no longer; without another valid one of health its owner is suspended. @throws Fault as `act` */
export const revokeCertificate = (ask: Act<{ reason: string }>): Promise<Acted> =>
  act(ask, 'certify', async (tx, held) => {
    const was = await mine(tx, held, ask.params['id']);
    await tx.execute(sql`update caregiver_certificate set revoked_at = now(), revoked_by = ${ask.viewer.userId}, revoke_reason = ${ask.body.reason} where id = ${was.id}`);
    return { before: told(was), certificateId: was.id };
  }, 'certificate-revoke');

/** Keeps the picture or document of a certificate, once it was looked at. @throws Fault as `act`, bad_file, refused for a file of another kind */
export const fileCertificate = ({ file, query, ...ask }: Ask<typeof caregiver['certificate-file']>): Promise<Acted> => {
  const { type, name } = checkedFile(file, ask.from);
  return act({ ...ask, body: { version: query.version } }, 'certify', async (tx, held) => {
    const was = await mine(tx, held, ask.params['id']);
    await tx.execute(sql`
      insert into caregiver_certificate_file (certificate_id, type, bytes, added_by) values (${was.id}, ${type}, ${file.bytes}, ${ask.viewer.userId})
      on conflict (certificate_id) do update set type = excluded.type, bytes = excluded.bytes, added_by = excluded.added_by, added_at = now()`);
    await tx.execute(sql`update caregiver_certificate set file = ${name} where id = ${was.id}`);
    // the file before it is gone, so this is no step back
    return { before: { certificate: was.kind, file: was.file }, after: { certificate: was.kind, file: name }, certificateId: was.id, keep: false };
  }, 'certificate-file');
};
/** The picture or document. @throws Fault not_found */
export async function readFile(reach: Reach, no: string | undefined, id: string | undefined): Promise<Download> {
  const row = await reach.one<{ name: string; type: string; bytes: Buffer }>({ ...CERTIFICATES, from: sql`${CERTIFICATES.from} join caregiver_certificate_file f on f.certificate_id = k.id` }, {
    columns: sql`k.file as name, f.type, f.bytes`, where: [LIVING_CAREGIVER, sql`c.staff_no = ${no ?? ''}`, sql`k.id = ${id ?? '0'}::bigint`],
  });
  if (row === undefined) throw new Fault('not_found');
  return { name: row.name, type: row.type, body: row.bytes };
}
