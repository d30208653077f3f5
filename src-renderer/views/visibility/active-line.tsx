import { Group } from '@mantine/core'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { INTERVAL, type Staged } from '../../state/visibility.ts'
import { currentLabel, intervalLabel } from './interval-labels.ts'
import { modelLabel } from './matrix-cells.tsx'
import type { MatrixRow, ModelName } from './use-visibility.ts'

type Props = {
  readonly row: MatrixRow | undefined
  /** Undefined: the interval's column. */
  readonly name: ModelName | undefined
  readonly staged: Staged
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const cellText = (
  { models, interval }: MatrixRow,
  name: ModelName | undefined,
  own: ReturnType<Staged['get']>,
): string => {
  if (name !== undefined) {
    const wanted = own?.get(name.modelId)
    const model = models.models.find(({ modelId }) => modelId === name.modelId)
    return `${name.name}: ${modelLabel(model, typeof wanted === 'boolean' ? wanted : undefined)}`
  }
  if (interval.fetchedAt === null) return 'The refresh interval has not been read yet.'
  const wanted = own?.get(INTERVAL)
  if (wanted !== undefined && typeof wanted !== 'boolean')
    return `${upper(currentLabel(interval))}; not applied yet: ${intervalLabel(wanted, interval)}`
  return interval.clamp ?? upper(currentLabel(interval))
}

/** The active cell in words, with the reason why it cannot be changed. */
export const ActiveLine = ({ row, name, staged }: Props) => {
  const problem = row?.models.error ?? row?.interval.error
  return (
    <Group px="md" py={4} mih={34} fz="xs" role="status" style={{ borderTop: '1px solid var(--line)' }}>
      {row === undefined ? null : (
        <>
          <BrandBadge brandId={row.brandId} />
          {cellText(row, name, staged.get(row.brandId))}
          {problem == null ? null : <span className="warn">{problem.message}</span>}
        </>
      )}
    </Group>
  )
}
