/** A statement that may read much, and why. `whole`: tables it may read from end to end. */
export interface Declared {
  question: RegExp;
  statement: RegExp;
  whole: readonly string[];
  reason: string;
}
/** All that may. */
export const DECLARED: readonly Declared[] = [
  {
    question: /^\/(orders|caregivers|audit)\?.*count=only/, statement: /^\s*select count\(\*\)::int as n/, whole: ['care_order', 'order_assignment', 'caregiver', 'caregiver_hospital', 'caregiver_certificate', 'patient', 'audit_event'],
    reason: 'a total of a large share is counted row by row, after the rows are shown, and kept while nothing changes',
  },
  { question: /^\/orders\?count=only/, statement: /^\s*select t\.\* from \(select .* row_number\(\) over/s, whole: [], reason: 'the marks of a list are set once, after the rows are shown, and kept while nothing changes' },
  { question: /^\/caregivers\?sort=(ratingAvg|ratingCount|servingUntil)/, statement: /./, whole: ['order_evaluation'], reason: 'open: sorted by what is told within a scope, each caregiver of it is looked at, and each evaluation of it once; here half a million are in the scope of two hospitals' },
  { question: /^\/orders\/find-in\?/, statement: /and o\.(hospital_id|service_item_id) in \(select (h|s)\.id from/, whole: ['care_order'], reason: 'of hospitals and services there are few, each with many orders: the limit ends the reading; where none is called so, no order is read' },
  { question: /^\/caregivers\/(roster|board)/, statement: /^\s*select (count\(\*\)::int as n|t\.\*) from/, whole: ['caregiver', 'caregiver_certificate'], reason: 'the roster shows everybody of the scope: its number is counted and its marks are set as a list has them' },
  { question: /\/candidates\?event=change/, statement: /with picked as materialized/, whole: ['caregiver', 'caregiver_hospital'], reason: 'who could serve is chosen among all who are posted to the hospital; here are a thousand times as many as a hospital has' },
  { question: /^\/statistics\/groups\?.*group=caregiver/, statement: /^\s*select (c\.id::text as key|tag, caregiver_id)/, whole: ['caregiver'], reason: 'by caregiver everyone who served is a line; here are ninety thousand' },
  { question: /^\/statistics\/groups\?.*group=extended-reason/, statement: /from order_event e join care_order o/, whole: [], reason: 'reasons are not summed: five years of extensions are read by an index' },
  { question: /^\/orders\/find-in\?q=刘敏 骨科/, statement: /^\s*select o\.id::text as id from care_order o join patient p/, whole: ['patient'], reason: 'open: both words are asked of the name alone as well, which reads the names that two signs of an index leave' },
  { question: /^\/orders\/counts/, statement: /group by o\.status$/, whole: [], reason: 'totals by status are counted from an index, after the rows are shown' },
  { question: /\/find-in\?/, statement: /^\s*select count\(\*\)::int as n/, whole: [], reason: 'the place of a found row is counted from the mark before it; here there are no marks' },
  { question: /^\/audit\/find-in\?/, statement: /from audit_event a where \(a\.action ilike/, whole: ['audit_event'], reason: 'find in the audit reads it whole: an index on words would cost every write, under the lock that orders them' },
  { question: /^\/audit\?where\[0\]=(entityId|error|actorRole):/, statement: /from audit_event a where/, whole: ['audit_event'], reason: 'open: the audit has no index by object number alone, by error or by missing role; what few lines match is looked for in all of them' },
  { question: /^\/settlements/, statement: /./, whole: [], reason: 'a statement adds up the days of one month, by an index' },
  { question: /^\/(dashboard|notices|statistics)/, statement: /caregiver_certificate k where k\.revoked_at is null and k\.expires_on between/, whole: [], reason: 'certificates that end soon are looked up one by one; here are twenty caregivers for each that a million orders need' },
  { question: /^\/statistics\/(measures|groups)/, statement: /with post as materialized/, whole: ['caregiver', 'caregiver_hospital', 'caregiver_leave'], reason: 'utilisation asks every posting of the range; here are twenty caregivers for each that a million orders need' },
];
