import type { BrandOverview } from '../../../src-shared/desk/brands.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole } from '../../format/numbers.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

type Outcomes = CallOutput<'outreach.outcomes'>
type Step = { readonly label: string; readonly count: number }

/** From sites to replies. A step that the service reports nothing of is left out. */
const funnelOf = (
  brand: Pick<BrandOverview, 'prospects' | 'contacts'>,
  { days, queued, sent, replied }: Outcomes,
): readonly Step[] => [
  { label: 'Prospects', count: brand.prospects },
  { label: 'Contacts', count: brand.contacts },
  { label: 'Queued now', count: queued },
  { label: `Sent, ${days} days`, count: sent },
  ...(replied === null ? [] : [{ label: 'Of these replied', count: replied }]),
]

type Props = { readonly brandId: string; readonly overview: BrandOverview | undefined }

export const OutreachCard = ({ brandId, overview }: Props) => {
  const { value } = useDesk('outreach.outcomes', { brandIds: [brandId] })
  const steps = overview === undefined || value === undefined ? [] : funnelOf(overview, value)
  return (
    <Card title="Outreach" link={{ view: 'outbox', text: 'Outbox' }}>
      {steps.length === 0 ? null : steps.every(({ count }) => count === 0) ? (
        <Nothing>No prospects are synced.</Nothing>
      ) : (
        <table className={classes.list} aria-label="Outreach">
          <tbody>
            {steps.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="numbers">
                  <b>{formatWhole(count)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
