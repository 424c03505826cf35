import style from '../detail/detail.module.css';
import { Wide } from '../detail/fact.tsx';

/** What a picture shows, as a table: read by whoever cannot or does not want to see it. The first column heads the rows; the others are numbers in words. */
export function Twin({ label, heads, rows }: { label: string; heads: readonly string[]; rows: readonly { key: string; cells: readonly string[] }[] }) {
  return (
    <Wide label={label}>
      <table className={style.rows}>
        <thead><tr>{heads.map((head, i) => <th key={`${i} ${head}`} scope="col" data-number={i > 0}>{head}</th>)}</tr></thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}><th scope="row">{first}</th>{rest.map((cell, i) => <td key={heads[i + 1]} data-number="true">{cell}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
