import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import grid from '../../parts/grid-table.module.css'

export type Line = {
  readonly line: number
  readonly name: string
  /** Already masked. */
  readonly key: string
  readonly state: 'ready' | 'problem' | 'added' | 'replaced' | 'refused'
  readonly text: string
}

type Props = { readonly lines: readonly Line[]; readonly title: string }

/** A pasted list line by line: before, what would be sent; after, each line's result. */
export const PasteTable = ({ lines, title }: Props) => (
  <div>
    <Text c="dimmed" mb={6} role="status">
      {title}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
    <section className="box" style={{ maxHeight: 220 }} tabIndex={0} aria-label={title}>
      <table className={grid.table}>
        <colgroup>
          <col style={{ width: 56 }} />
          <col style={{ width: '32%' }} />
          <col style={{ width: 100 }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            <th scope="col">Key</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, name, key, state, text }) => {
            const isBad = state === 'problem' || state === 'refused'
            return (
              <tr key={line}>
                <td className="soft">{line}</td>
                <td title={name}>{name}</td>
                <td className="soft">{key}</td>
                <td className={isBad ? 'bad' : 'good'} title={text}>
                  {isBad ? <IconAlertTriangle size={13} aria-hidden /> : <IconCheck size={13} aria-hidden />} {text}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  </div>
)
