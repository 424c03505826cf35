import { afterAll, describe, expect, test } from 'vitest';
import type { Acted } from '../src/areas/caregiver/contract.ts';
import { formOf } from './kit/api.ts';
import { said, startStaff } from './kit/staff.ts';

const { api, there, client, idNumber, form, see, does, done, made, worker } = await startStaff();
afterAll(() => api.close());

describe('the file of a certificate', () => {
  const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const pdf = (inside: string): Buffer => Buffer.from(`%PDF-1.4\n1 0 obj<<${inside}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
  const upload = async (no: string, id: string, file: Buffer, name: string, by = client.ops) => by.post<Acted>(`/caregivers/${no}/certificates/${id}/file`, { ...formOf(file, { name }), query: { version: (await see(no)).version } });
  test('is kept when it is what it may be, and comes back as it was, under a name that fits', async () => {
    const no = await worker();
    const { id } = (await see(no)).certificates[0]!;
    expect((await upload(no, id, PNG, '健康证.exe')).status).toBe(200);
    expect((await see(no)).certificates[0]!.file).toBe('健康证.png');
    const got = await client.resident.get(`/caregivers/${no}/certificates/${id}/file`);
    expect([got.status, got.headers['content-type'], got.headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff']);
    expect(got.headers['content-disposition']).toMatch(/^attachment; .*%E5%81%A5/);
    expect(got.bytes.equals(PNG)).toBe(true);
    expect((await upload(no, id, pdf('/Type/Catalog'), 'a.pdf')).status).toBe(200);
    expect((await client.ops.get(`/caregivers/${no}/certificates/${id}/file`)).bytes.equals(pdf('/Type/Catalog'))).toBe(true);
  });
  test('is not refused for a name that its bound would halve a character of', async () => {
    const no = await worker();
    const { id } = (await see(no)).certificates[0]!;
    for (const [name, kept] of [[`${'x'.repeat(79)}😀😀.png`, `${'x'.repeat(79)}😀.png`], [`${'😀'.repeat(150)}.png`, `${'😀'.repeat(80)}.png`], [`x${'😀'.repeat(300)}.png`, `x${'😀'.repeat(79)}.png`]] as const) {
      expect([name, (await upload(no, id, PNG, name)).status]).toEqual([name, 200]);
      expect((await see(no)).certificates[0]!.file).toBe(kept);
    }
  });
  test.each([
    ['a page', Buffer.from('<html><script>1</script>'), 'a.png'], ['half a picture', PNG.subarray(0, 40), 'a.png'], ['a head alone', Buffer.concat([PNG.subarray(0, 8), Buffer.from('<script>')]), 'a.png'], ['nothing', Buffer.alloc(0), 'a.pdf'], ['a JPEG without a size', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9]), 'a.jpg'],
  ])('%s is none', async (_name, file, name) => {
    const no = await worker();
    expect(said(await upload(no, (await see(no)).certificates[0]!.id, file, name))).toContain('只收 PDF、PNG 或 JPEG 文件');
    expect((await see(no)).certificates[0]!.file).toBeNull();
  });
  test.each(['/OpenAction<</S/JavaScript/JS(app.alert(1))>>', '/OpenAction<</S/J#61vaScript>>', '/Names<</EmbeddedFiles 2 0 R>>', '/S/Launch'])('a PDF with %s is refused', async (inside) => {
    const no = await worker();
    expect(said(await upload(no, (await see(no)).certificates[0]!.id, pdf(inside), 'a.pdf'))).toContain('PDF 里有脚本或附件');
  });
  test('is looked at only for who has the caregiver as they are, and a certificate of theirs', async () => {
    const no = await worker();
    const { id } = (await see(no)).certificates[0]!;
    const sent = (name: string, version: number) => client.ops.post(`/caregivers/${no}/certificates/${name}/file`, { ...formOf(Buffer.from('<html>'), { name: 'a.png' }), query: { version: String(version) } });
    const { version } = await see(no);
    expect((await sent(id, version + 1)).body.code).toBe(40900);
    expect((await sent('999999', version)).status).toBe(404);
    expect((await sent(id, version)).body.code).toBe(40901);
  });
  test('stays out of reach of whoever may not certify, or does not see them', async () => {
    const no = await worker({ hospitalId: there.hospitalId });
    const { id } = (await see(no)).certificates[0]!;
    expect((await upload(no, id, PNG, 'a.png', client.resident)).status).toBe(403);
    await upload(no, id, PNG, 'a.png');
    expect((await client.resident.get(`/caregivers/${no}/certificates/${id}/file`)).status).toBe(404);
    expect((await client.ops.get(`/caregivers/${await worker()}/certificates/${id}/file`)).status).toBe(404);
  });
});

describe('who may', () => {
  test('each role as the table of rights says, and what the row offers is that', async () => {
    const no = await worker();
    expect((await see(no, client.resident)).can).toEqual(['leave', 'post', 'edit', 'suspend', 'quit', 'blacklist']);
    expect((await see(no, client.hospital)).can).toEqual([]);
    expect((await see(no, client.ops)).can).toEqual(expect.arrayContaining(['certify', 'remove', 'undo']));
    const foreign = await worker({ hospitalId: there.hospitalId });
    for (const what of ['suspend', 'quit']) expect((await does(foreign, what, { reason: '试' }, client.resident)).status).toBe(404);
    expect((await client.resident.get(`/caregivers/${foreign}/form`)).status).toBe(404);
    expect((await client.resident.post('/caregivers', { body: form() })).status).toBe(403);
  });
  test('personal numbers are masked everywhere, also in the form, the story and the audit; who asks for them whole is noted', async () => {
    const idNo = idNumber();
    const no = await made({ idNo, mobile: '13512340000', bankAccount: '6222021234567890' });
    await done(no, 'edit', { mobile: '13512349999', emergencyPhone: '13998765432' });
    const texts = await Promise.all([client.ops.get(`/caregivers/${no}`), client.ops.get('/caregivers', { query: { pageSize: '200' } }), client.admin.get('/audit', { query: { entityId: no } })]);
    for (const { text } of texts) for (const secret of [idNo, '13512340000', '13512349999', '13998765432', '6222021234567890']) expect(text).not.toContain(secret);
    const { body: { result: kept } } = await client.ops.get<Record<string, unknown>>(`/caregivers/${no}/form`);
    expect(kept).toMatchObject({ mobile: '135****9999', idNo: expect.stringContaining('***'), emergencyPhone: '139****5432', bankAccount: '622*********7890' });
    const shown = await client.ops.post(`/caregivers/${no}/reveal`, { body: {} });
    expect(shown.body.result).toEqual({ idNo, mobile: '13512349999', emergencyPhone: '13998765432', bankAccount: '6222021234567890', idCards: [] });
    const [line] = await api.rows<{ actor: string; text: string }>(`select u.username::text as actor, a::text as text from audit_event a join sys_user u on u.id = a.actor_id where a.action = 'caregiver.reveal' and a.entity_id = $1`, [no]);
    expect(line).toMatchObject({ actor: 'ops' });
    expect(line!.text).not.toContain(idNo);
    for (const role of ['resident', 'hospital'] as const) expect((await client[role].post(`/caregivers/${no}/reveal`, { body: {} })).status).toBe(403);
  });
});
