import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, formatWhole, plural } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import { Card, Nothing } from './card.tsx'
import classes from './overview.module.css'

/** The clusters with the most topical authority, in the order of Clusters. */
export const ClustersCard = ({ brandId }: { readonly brandId: string }) => {
  const { value } = useDesk('clusters.page', { brandIds: [brandId], limit: 5 })
  return (
    <Card
      title="Clusters"
      note={value === undefined ? undefined : plural(value.total, 'cluster')}
      link={{ view: 'clusters', text: 'Clusters' }}
    >
      {value === undefined ? null : value.rows.length === 0 ? (
        <Nothing>No clusters are synced.</Nothing>
      ) : (
        <table className={classes.list} aria-label="Clusters">
          <thead>
            <tr>
              <th scope="col">Cluster</th>
              <th scope="col" className="numbers">
                Authority
              </th>
              <th scope="col" className="numbers">
                Keywords
              </th>
              <th scope="col">Trend</th>
            </tr>
          </thead>
          <tbody>
            {value.rows.map(({ id, name, topicalAuthorityScore, keywordCount, trend }) => (
              <tr key={id}>
                <th scope="row" title={name}>
                  {name}
                </th>
                <td className="numbers">{formatDecimal(topicalAuthorityScore)}</td>
                <td className="numbers">{formatWhole(keywordCount)}</td>
                <td>{trend === null ? '' : capitalise(trend)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
