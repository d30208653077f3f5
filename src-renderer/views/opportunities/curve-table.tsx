import { Table } from '@mantine/core'
import type { CurvePoint } from '../../../src-shared/desk/opportunities.ts'
import { formatShare, formatWhole } from '../../format/numbers.ts'

const placesText = ({ from, to }: CurvePoint): string => (from === to ? String(from) : `${from}–${to}`)

/** A click curve by position, with what it is made of. */
export const CurveTable = ({ label, points }: { readonly label: string; readonly points: readonly CurvePoint[] }) => (
  <Table aria-label={label} className="figures">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Position</Table.Th>
        <Table.Th ta="end">CTR</Table.Th>
        <Table.Th ta="end">Likely range (80%)</Table.Th>
        <Table.Th ta="end">All brands</Table.Th>
        <Table.Th ta="end">Keywords</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {points.map((point) => (
        <Table.Tr key={point.from}>
          <Table.Td>{placesText(point)}</Table.Td>
          <Table.Td ta="end">{formatShare(point.ctr)}</Table.Td>
          <Table.Td ta="end">
            {formatShare(point.low)} to {formatShare(point.high)}
          </Table.Td>
          <Table.Td ta="end">{formatShare(point.agencyCtr)}</Table.Td>
          <Table.Td ta="end">{formatWhole(point.keywords)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
