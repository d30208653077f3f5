import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type GridColumn, GridTable } from '../../parts/grid-table.tsx'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Line', width: 56 },
  { title: 'Name', width: '32%' },
  { title: 'Key', width: 100 },
  { title: 'State' },
]

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
      <GridTable columns={COLUMNS}>
        {lines.map(({ line, name, key, state, text }) => {
          const isBad = state === 'problem' || state === 'refused'
          return (
            <tr key={line}>
              <td className="soft">{line}</td>
              <td title={name}>{name}</td>
              <td className="soft">{key}</td>
              {/* A reason is read in full. */}
              <td className={isBad ? 'bad' : 'good'} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                {isBad ? <IconAlertTriangle size={13} aria-hidden /> : <IconCheck size={13} aria-hidden />} {text}
              </td>
            </tr>
          )
        })}
      </GridTable>
    </section>
  </div>
)
