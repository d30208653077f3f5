import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { bandText, gainText } from '../opportunities/opportunity-labels.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

const SHOWN = 3

/** The keywords with the most clicks to gain, as Opportunities lists them. */
export const OpportunitiesCard = ({ brandId }: { readonly brandId: string }) => {
  const { value } = useDesk('opportunities.page', { brandIds: [brandId], limit: SHOWN })
  const text = value === undefined ? 'Opportunities' : `All ${formatWhole(value.total)}`
  return (
    <Card title="Opportunities" note="28 days" link={{ view: 'opportunities', text }}>
      {value === undefined ? null : value.rows.length === 0 ? (
        <Nothing>
          No keyword of this brand climbed from such positions to a better one, or there is too little data.
        </Nothing>
      ) : (
        <table className={classes.list} data-wraps aria-label="Opportunities">
          <thead>
            <tr>
              <th scope="col">Keyword</th>
              <th scope="col" className="numbers">
                Position
              </th>
              <th scope="col" className="numbers">
                Extra clicks
              </th>
              <th scope="col" className="numbers">
                Expected clicks
              </th>
            </tr>
          </thead>
          <tbody>
            {value.rows.map((row) => (
              <tr key={row.subject}>
                <th scope="row" title={row.subject}>
                  {row.subject}
                </th>
                <td className="numbers soft">
                  {formatDecimal(row.position)} → {formatDecimal(row.reachable)}
                </td>
                <td className="numbers">{gainText(row.gain)}</td>
                <td className="numbers soft">{bandText(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
