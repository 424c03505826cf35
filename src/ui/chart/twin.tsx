import style from '../detail/detail.module.css';
import { Wide } from '../detail/fact.tsx';

/** What a picture shows, as a table: read by whoever cannot or does not want to see it. The first column heads the rows; the others are numbers in words. `across`: of so many of them at most is one table, as many as are needed stand below one another: paper does not scroll. */
export function Twin({ label, heads, rows, across }: { across?: number; label: string; heads: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] }) {
  const [lead, ...others] = heads;
  const wide = across ?? Math.max(1, others.length);
  const parts = Array.from({ length: Math.max(1, Math.ceil(others.length / wide)) }, (_, i) => ({ from: i * wide, to: Math.min(others.length, (i + 1) * wide) }));
  return (
    <Wide label={label}>
      {parts.map(({ from, to }) => (
        <table key={from} className={style.rows}>
          <thead><tr><th scope="col">{lead}</th>{others.slice(from, to).map((head, i) => <th key={`${i} ${head}`} scope="col" data-number="true">{head}</th>)}</tr></thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...rest] }) => (
              <tr key={key}><th scope="row">{first}</th>{rest.slice(from, to).map((cell, i) => <td key={others[from + i]} data-number="true">{cell}</td>)}</tr>
            ))}
          </tbody>
        </table>
      ))}
    </Wide>
  );
}
