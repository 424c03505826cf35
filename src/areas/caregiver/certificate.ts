import { sql, type SQL } from 'drizzle-orm';
import type { Ask } from '../../host/answer.ts';
import { dayAt, parseDay } from '../../host/calendar.ts';
import type { Download } from '../../host/download.ts';
import type { Runner, Source } from '../../host/reach.ts';
import { may } from '../../kernel/access.ts';
import { Fault } from '../../kernel/error.ts';
import { act, refuse, type Act, type Change, type Held } from './act.ts';
import type { Acted, caregiver, CertificateForm } from './contract.ts';
import { checkedFile } from './file.ts';
import { ends } from './person.ts';
import { CAREGIVERS, LIVING_CAREGIVER, numbered } from './tables.ts';

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
/** Something of a certificate as it is told: of an identity card as `hidden` leaves it. */
const toldOf = (kind: string, text: string | null | undefined, hidden: (text: string) => string | null): string | null => (text === null || text === undefined ? null : kind === 'id_card' ? hidden(text) : text);
const told = ({ kind, number, issuedOn, expiresOn, verified }: { kind: string; number?: string | null | undefined; issuedOn?: string | null | undefined; expiresOn?: string | null | undefined; verified: boolean }): Change => ({ certificate: kind, certificateNumber: toldOf(kind, number, ends), issuedOn: issuedOn ?? null, expiresOn: expiresOn ?? null, verified });
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
/** Corrects a certificate; whether its original was seen is said anew. An identity card keeps its number where none is given. @throws Fault as `act`, bad_input, refused */
export const editCertificate = (ask: Act<CertificateForm>): Promise<Acted> =>
  act(ask, 'certify', async (tx, held) => {
    const { body, viewer, from, params } = ask;
    check(body, from);
    const was = await mine(tx, held, params['id']);
    // as something else it would be told
    const number = body.number === undefined && was.kind === 'id_card' && body.kind === 'id_card' ? was.number : (body.number ?? null);
    await tx.execute(sql`
      update caregiver_certificate set kind = ${body.kind}, number = ${number}, issuer = ${body.issuer ?? null}, issued_on = ${body.issuedOn ?? null}, expires_on = ${body.expiresOn ?? null},
        (verified_by, verified_at) = (select case when ${body.verified && was.verified} then verified_by else n.by end, case when ${body.verified && was.verified} then verified_at else n.at end from (select ${seen(body.verified, viewer.userId)}) n(by, at)) where id = ${was.id}`);
    return { before: told(was), after: told({ ...body, number }), certificateId: was.id };
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
export const fileCertificate = ({ file, query, ...ask }: Ask<typeof caregiver['certificate-file']>): Promise<Acted> =>
  act({ ...ask, body: { version: query.version } }, 'certify', async (tx, held) => {
    const was = await mine(tx, held, ask.params['id']);
    // last, for it is what takes longest
    const { type, name } = checkedFile(file, ask.from);
    await tx.execute(sql`
      insert into caregiver_certificate_file (certificate_id, type, bytes, added_by) values (${was.id}, ${type}, ${file.bytes}, ${ask.viewer.userId})
      on conflict (certificate_id) do update set type = excluded.type, bytes = excluded.bytes, added_by = excluded.added_by, added_at = now()`);
    // what was verified was the document before: whether the original of this one was seen is said anew
    const anew = was.file === null ? sql`` : sql`, (verified_by, verified_at) = (select ${seen(query.verified === '1', ask.viewer.userId)})`;
    await tx.execute(sql`update caregiver_certificate set file = ${name}${anew} where id = ${was.id}`);
    // the file before it is gone, so this is no step back
    return { before: { certificate: was.kind, file: toldOf(was.kind, was.file, () => null) }, after: { certificate: was.kind, file: toldOf(was.kind, name, () => null) }, certificateId: was.id, keep: false };
  }, 'certificate-file');
/** The picture or document. @throws Fault not_found, forbidden for an identity card's where its number is not to be seen */
export async function readFile({ viewer, reach, params: { no, id } }: Ask<typeof caregiver['certificate-read']>): Promise<Download> {
  const row = await reach.one<{ kind: string; name: string; type: string; bytes: Buffer }>({ ...CERTIFICATES, from: sql`${CERTIFICATES.from} join caregiver_certificate_file f on f.certificate_id = k.id` }, {
    columns: sql`k.kind, k.file as name, f.type, f.bytes`, where: [LIVING_CAREGIVER, numbered(no ?? ''), sql`k.id = ${id ?? '0'}::bigint`],
  });
  if (row === undefined) throw new Fault('not_found');
  if (row.kind === 'id_card' && !may(viewer, 'biz:caregiver:reveal')) throw new Fault('forbidden');
  return { name: row.name, type: row.type, body: row.bytes };
}
