import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AuditFact, AuditRow, AuditTest } from '../../../src-shared/desk/research.ts'
import { Delta } from '../../charts/delta.tsx'
import { useDesk } from '../../data/use-desk.ts'
import { formatDecimal, plural } from '../../format/numbers.ts'
import { formatClock } from '../../format/time.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'

const changeOf = ({ isPassed, wasPassed }: AuditTest): string | null => {
  if (wasPassed === null || wasPassed === isPassed) return null
  return isPassed ? 'fixed since the last audit' : 'new since the last audit'
}

const Test = ({ test }: { readonly test: AuditTest }) => {
  const { name, isPassed, detail } = test
  return (
    <Group component="li" gap="xs" align="baseline" px="md" py={6}>
      <StateWord word={isPassed ? 'passed' : 'failed'} tone={isPassed ? 'good' : 'bad'} />
      <Stack gap={2} flex="1 1 200px">
        <Text component="bdi" fw={500}>
          {name}
        </Text>
        {detail === null ? null : (
          <Text component="bdi" c="dimmed" size="xs">
            {detail}
          </Text>
        )}
      </Stack>
      <Text c="dimmed" size="xs">
        {changeOf(test)}
      </Text>
    </Group>
  )
}

const factValue = ({ value, change }: AuditFact) => (
  <Group component="span" gap={8}>
    <bdi>{typeof value === 'number' ? formatDecimal(value) : String(value)}</bdi>
    {change === null ? null : <Delta change={change} of="score" vs="vs previous audit" />}
  </Group>
)

/** What the reply leaves out, in words, and what to do about it. */
const missing = (isKept: boolean): string =>
  isKept
    ? 'The service gives the number of failed tests, but does not name its tests. Read them in the service, correct the site, and audit it again. The next score shows whether it helped.'
    : 'The desk has only the totals of this audit. Audit the site again: the desk keeps the whole reply.'

const titleOf = ({ totalTests, passedTests }: AuditRow, tests: readonly AuditTest[]): string => {
  const failed = tests.filter(({ isPassed }) => !isPassed).length
  if (tests.length > 0)
    return `${plural(failed, 'failed test')} of ${tests.length}${tests.length === totalTests ? '' : ' named'}`
  if (totalTests === null || passedTests === null) return 'Tests'
  return `${plural(totalTests - passedTests, 'failed test')} of ${totalTests}`
}

type Props = {
  readonly audit: AuditRow
  /** To run it again. */
  readonly again: ReactNode
}

/** Which tests failed in one audit, as far as its reply has them, and every other value of it. */
export const AuditTests = ({ audit, again }: Props) => {
  const nowMs = useNow()
  const { value, error, reload } = useDesk('research.auditParts', { id: audit.id })
  if (value === undefined) return <ErrorNotice title="The tests could not be read" error={error} onRetry={reload} />
  const { tests, facts, isKept } = value
  return (
    <Panel isFlush title={titleOf(audit, tests)} aside={<span className="soft">{formatClock(audit.at, nowMs)}</span>}>
      {tests.length === 0 ? (
        <Group px="md" py="sm" wrap="nowrap">
          <Text c="dimmed" flex={1} maw={720}>
            {missing(isKept)}
          </Text>
          {again}
        </Group>
      ) : (
        <ul className="lines" aria-label="Tests, failed first">
          {tests.map((test, index) => (
            // Two tests of a reply may have one name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is as stored
            <Test key={index} test={test} />
          ))}
        </ul>
      )}
      {facts.length === 0 ? null : (
        <Stack component="section" px="md" py="sm" aria-label="Other values of the reply">
          <Facts rows={facts.map((fact) => [fact.name, factValue(fact)] as const)} />
        </Stack>
      )}
    </Panel>
  )
}
