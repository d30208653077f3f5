import { Box, Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText, safeDetails } from '../../format/errors.ts'
import { DATASET_TITLES } from '../../format/freshness.ts'
import { joinParts } from '../../format/join-parts.ts'
import { plural } from '../../format/numbers.ts'
import { formatNextTry } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useSeconds } from '../../parts/use-now.ts'
import { go } from '../../state/location.ts'
import { copyText } from '../../state/notices.ts'
import { runSync } from '../../state/sync.ts'
import { editBrand, openDialog } from '../../state/ui.ts'
import classes from './sync.module.css'
import { nextActionOf, type Problem, withoutName } from './sync-rows.ts'

type Action = { readonly title: string; readonly run: () => void }

const openSettings = (section: string) => () => go({ view: 'settings', params: { section } })

const action = ({ brands, error, datasets }: Problem): Action => {
  const [brand] = brands
  const isOne = brands.length === 1 && brand !== undefined
  switch (nextActionOf(error)) {
    case 'key':
      if (brand?.keyState === 'unconfirmed')
        return { title: 'Confirm address', run: () => openDialog('confirm-address') }
      if (!isOne) return { title: 'Open keys', run: openSettings('keys') }
      return {
        title: brand.keyState === 'missing' ? 'Add key' : 'Replace key',
        run: () => editBrand(brand.id),
      }
    case 'service':
      return { title: 'Service settings', run: openSettings('service') }
    case 'doctor':
      return {
        title: 'Run service doctor',
        run: () => go({ view: 'settings', params: { section: 'doctor', brand: brand?.id ?? '' } }),
      }
    case 'retry':
      return {
        title: isOne ? 'Try now' : `Try all ${brands.length} again`,
        run: () => void runSync({ brandIds: brands.map(({ id }) => id), datasets: [...datasets] }),
      }
  }
}

const nextTryLabel = ({ datasets, nextTryAt, brands }: Problem, nowMs: number): string =>
  joinParts([
    datasets.map((dataset) => DATASET_TITLES[dataset]).join(', '),
    nextTryAt === null
      ? 'no automatic retry'
      : `${brands.length > 1 ? 'first next try' : 'next try'} ${formatNextTry(nextTryAt, nowMs)}`,
  ])

/** One brand with its badge; more behind a disclosure. */
const Affected = ({ brands, isOpen, onToggle }: AffectedProps) => {
  const [first] = brands
  if (brands.length === 1 && first !== undefined) return <BrandBadge brandId={first.id} />
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<Chevron size={14} aria-hidden />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {plural(brands.length, 'brand')}
    </Button>
  )
}
type AffectedProps = Pick<Problem, 'brands'> & { readonly isOpen: boolean; readonly onToggle: () => void }

const ProblemRow = ({ problem }: { readonly problem: Problem }) => {
  const nowMs = useSeconds()
  const [isOpen, setOpen] = useState(false)
  const { brands, error } = problem
  const next = action(problem)
  const said = error.detail?.serviceText
  return (
    <li className={classes.problem}>
      <Box flex="none" w={170}>
        <Affected brands={brands} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      </Box>
      <div className={classes.problemText}>
        <div>
          {withoutName(errorText(error), brands[0]?.name ?? '')}
          {said === undefined || error.message.includes(said) ? null : (
            <span className="soft"> The service said: “{said}”</span>
          )}
        </div>
        <div className="soft">{nextTryLabel(problem, nowMs)}</div>
      </div>
      <Button variant="subtle" color="gray" onClick={() => copyText(safeDetails(error), 'Details copied')}>
        Copy details
      </Button>
      <Button variant="default" onClick={next.run}>
        {next.title}
      </Button>
      {isOpen ? (
        <ul className={classes.affected} aria-label="Brands with this problem">
          {brands.map((brand) => (
            <li key={brand.id}>
              <BrandBadge brandId={brand.id} />
            </li>
          ))}
        </ul>
      ) : null}
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
      <ul className="lines">
        {shown.map((problem) => (
          <ProblemRow key={`${problem.error.kind} ${problem.error.message}`} problem={problem} />
        ))}
      </ul>
      {shown.length === list.length ? null : (
        <Button variant="subtle" color="gray" mx="md" my={6} onClick={() => setWhole(true)}>
          Show {list.length - shown.length} more
        </Button>
      )}
    </Panel>
  )
}
