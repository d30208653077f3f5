import { Button, Group, Text } from '@mantine/core'
import { IconTestPipe, IconX } from '@tabler/icons-react'
import type { AlertRuleDraft, BackTest as Result } from '../../../src-shared/desk/alerts.ts'
import { BACK_TEST_DAYS } from '../../../src-shared/desk/values/alert-kinds.ts'
import { formatDecimal, formatWhole, plural } from '../../format/numbers.ts'
import { formatShortDay } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Name } from '../../parts/name.tsx'
import { Notice } from '../../parts/notice.tsx'
import { coveredBy } from '../../state/alerts.ts'
import { brandName, useBrands } from '../../state/brands.ts'
import css from './alerts.module.css'
import { useBackTest } from './use-back-test.ts'

const EXAMPLES = 5
/** More alerts a day than this are not read. */
const MANY_A_DAY = 2

const firedText = ({ fired, days, brands }: Result): string => {
  if (fired === 0) return `This rule would not have fired in the last ${days.length} days.`
  const on = days.filter(({ alerts }) => alerts > 0).length
  return `This rule would have fired ${fired === 1 ? 'once' : `${formatWhole(fired)} times`} in the last ${days.length} days, on ${plural(on, 'day')}, for ${plural(brands.length, 'brand')}.`
}

const Bars = ({ days }: Pick<Result, 'days'>) => {
  const most = Math.max(1, ...days.map(({ alerts }) => alerts))
  const [first, last] = [days[0], days.at(-1)]
  const busiest = days.find(({ alerts }) => alerts === most)
  const label = `Alerts by day. The most: ${plural(most, 'alert')}${busiest === undefined ? '' : ` on ${formatShortDay(busiest.day)}`}`
  return (
    <div>
      <div className={css.bars} role="img" aria-label={label}>
        {days.map(({ day, alerts }) => (
          <span
            key={day}
            style={{ height: `${(100 * alerts) / most}%` }}
            title={`${formatShortDay(day)}: ${plural(alerts, 'alert')}`}
          />
        ))}
      </div>
      <div className={css.ends}>
        <span>{first === undefined ? '' : formatShortDay(first.day)}</span>
        <span>{last === undefined ? '' : formatShortDay(last.day)}</span>
      </div>
    </div>
  )
}

const Examples = ({ examples }: Pick<Result, 'examples'>) => (
  <ul className={`lines ${css.examples}`} aria-label="Examples">
    {examples.slice(0, EXAMPLES).map(({ brandId, day, title, detail }) => (
      <li key={`${brandId} ${day}`}>
        <div>
          <strong>
            {formatShortDay(day)} · <Name>{brandName(brandId)}</Name>
          </strong>{' '}
          {title}
        </div>
        <div className="soft">{detail}</div>
      </li>
    ))}
  </ul>
)

const Outcome = ({ result }: { readonly result: Result }) => {
  const { fired, days, examples, brandsChecked, brandsWithLittleHistory } = result
  // Days before the first alert may not be stored.
  const first = days.findIndex(({ alerts }) => alerts > 0)
  const aDay = first < 0 ? 0 : fired / (days.length - first)
  return (
    <>
      <Text component="output" fw={600}>
        {firedText(result)}
      </Text>
      {aDay > MANY_A_DAY ? (
        <Notice tone="warn">
          That is about {formatDecimal(aDay)} a day since {formatShortDay(days[first]?.day ?? '')}. Raise the
          thresholds, or choose fewer brands or keywords, so that each alert is worth reading.
        </Notice>
      ) : null}
      {brandsChecked === 0 ? <Notice tone="warn">This rule covers no brand.</Notice> : null}
      {brandsWithLittleHistory === 0 ? null : (
        <Text size="xs" c="dimmed">
          {brandsWithLittleHistory === brandsChecked
            ? 'Less than half of these days are synced, so the number is too low.'
            : `For ${brandsWithLittleHistory} of ${plural(brandsChecked, 'brand')} less than half of these days are synced, so the number is too low.`}
        </Text>
      )}
      {fired === 0 ? null : <Bars days={days} />}
      {examples.length === 0 ? null : <Examples examples={examples} />}
    </>
  )
}

/** A test over so many brands is over in a moment. */
const LIVE_BRANDS_MAX = 20

type Props = { readonly rule: AlertRuleDraft; readonly canTest: boolean }

/** How often the rule would have fired, before it is saved. */
export const BackTest = ({ rule, canTest }: Props) => {
  const list = useBrands((state) => state.list)
  const isLive = canTest && coveredBy(rule, list).length <= LIVE_BRANDS_MAX
  const { run, cancel, isBusy, progress, result, error, isOld } = useBackTest(rule, isLive)
  return (
    <section className={`box ${css.test}`} aria-label="Test on the past">
      <Group gap={12} wrap="nowrap">
        {/* One button, so that it keeps the focus. */}
        <Button
          variant="default"
          flex="none"
          leftSection={isBusy ? <IconX size={14} aria-hidden /> : <IconTestPipe size={14} aria-hidden />}
          disabled={!canTest}
          onClick={isBusy ? cancel : () => void run()}
        >
          {isBusy ? 'Cancel test' : `Test on the last ${BACK_TEST_DAYS} days`}
        </Button>
        {isBusy && progress !== null ? (
          <>
            <div className={css.progress}>
              <Meter isThin label="Brands tested" value={progress.done} max={progress.total} />
            </div>
            <span className="soft figures">
              {formatWhole(progress.done)} of {plural(progress.total, 'brand')}
            </span>
          </>
        ) : null}
      </Group>
      {result === null && error === null ? (
        <Text size="xs" c="dimmed">
          {isOld
            ? 'The rule changed after the last test. Test it again.'
            : 'Shows how often this rule would have fired, on the days that are synced. Nothing is saved.'}
        </Text>
      ) : null}
      <ErrorNotice error={error} title="The rule was not tested" />
      {result === null ? null : <Outcome result={result} />}
    </section>
  )
}
