import classes from './charts.module.css'

type ChartTableProps = {
  readonly caption: string
  readonly head: readonly string[]
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly string[])[]
}

/** What a chart shows, as a table that can be read and copied. */
export const ChartTable = ({ caption, head, rows }: ChartTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
  <section className="box" style={{ maxHeight: 320 }} tabIndex={0} aria-label={caption}>
    <table className={classes.chartTable}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
