import { Button } from '@mantine/core'
import { useState } from 'react'
import { BrandBadge } from '../../components/brand-badge.tsx'
import { Panel } from '../../components/panel.tsx'
import { useNow } from '../../components/use-now.ts'
import { safeDetails } from '../../format/errors.ts'
import { DATASET_TITLES } from '../../format/freshness.ts'
import { plural } from '../../format/numbers.ts'
import { formatUntil } from '../../format/time.ts'
import { copyText } from '../../store/clipboard.ts'
import { go } from '../../store/location.ts'
import { runSync } from '../../store/sync.ts'
import { editBrand } from '../../store/ui.ts'
import classes from './sync.module.css'
import { nextActOf, type Problem } from './sync-rows.ts'

const act = ({ brand, error, datasets }: Problem): { readonly title: string; readonly run: () => void } => {
  switch (nextActOf(error)) {
    case 'key':
      return { title: 'Replace the key', run: () => editBrand(brand.id) }
    case 'service':
      return { title: 'Service settings', run: () => go({ view: 'settings', params: { section: 'service' } }) }
    case 'doctor':
      return {
        title: 'Run the doctor',
        run: () => go({ view: 'settings', params: { section: 'doctor', brand: brand.id } }),
      }
    case 'retry':
      return { title: 'Try now', run: () => void runSync({ brandIds: [brand.id], datasets: [...datasets] }) }
  }
}

const ProblemRow = ({ problem }: { readonly problem: Problem }) => {
  const nowMs = useNow()
  const { brand, error, datasets, nextTryAt } = problem
  const next = act(problem)
  const said = error.detail?.serviceText
  return (
    <li className={classes.problem}>
      <div className={classes.problemBrand}>
        <BrandBadge brandId={brand.id} />
      </div>
      <div className={classes.problemText}>
        <div>
          {error.message}
          {said === undefined || error.message.includes(said) ? null : (
            <span className={classes.soft}> The service said: “{said}”</span>
          )}
        </div>
        <div className={classes.soft}>
          {datasets.map((dataset) => DATASET_TITLES[dataset]).join(', ')} ·{' '}
          {nextTryAt === null ? 'not tried again by itself' : `next try ${formatUntil(nextTryAt, nowMs)}`}
        </div>
      </div>
      <Button variant="subtle" color="gray" onClick={() => copyText(safeDetails(error), 'Details copied')}>
        Copy details
      </Button>
      <Button variant="default" onClick={next.run}>
        {next.title}
      </Button>
    </li>
  )
}

const SHOWN_FIRST = 4

/** Each failure with the service's own words, when it is tried again, and the one thing to do. */
export const ProblemList = ({ list }: { readonly list: readonly Problem[] }) => {
  const [isWhole, setWhole] = useState(false)
  if (list.length === 0) return null
  const shown = isWhole ? list : list.slice(0, SHOWN_FIRST)
  return (
    <Panel title={plural(list.length, 'problem')} isFlush>
      <ul className={classes.problems}>
        {shown.map((problem) => (
          <ProblemRow key={`${problem.brand.id} ${problem.datasets[0]}`} problem={problem} />
        ))}
      </ul>
      {shown.length === list.length ? null : (
        <div className={classes.more}>
          <Button variant="subtle" color="gray" onClick={() => setWhole(true)}>
            Show {list.length - shown.length} more
          </Button>
        </div>
      )}
    </Panel>
  )
}
