import { SegmentedControl, Stack, Text } from '@mantine/core'
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '../../../src-shared/service/providers.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatMoment } from '../../format/time.ts'
import { AlsoEnds, MayEnd, type Scheduled } from '../../parts/also-ends.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type Draft, isUnscheduleFrom, setDraft, targetsOf } from '../../state/publish-draft.ts'

/** Whether an article is scheduled on several providers, so that a person has to say which is meant. */
const hasSeveral = (schedules: readonly Scheduled[]): boolean => {
  const articles = schedules.map(({ brandId, articleSlug }) => JSON.stringify([brandId, articleSlug]))
  return new Set(articles).size < articles.length
}

/** What the unschedule of the draft ends, and whether it can be sent: a person chose what is meant. */
export const useUnscheduling = (draft: Draft) => {
  const isMeant = draft.kind === 'unschedule'
  const targets = targetsOf(draft).map(({ brandId, articleSlugs }) => ({ brandId, articleSlugs: [...articleSlugs] }))
  const { value, error } = useDesk('publishing.schedules', isMeant && targets.length > 0 ? { targets } : null)
  const found = value?.schedules ?? []
  const schedules = found.filter(({ mayEnd }) => !mayEnd)
  const unsure = found.filter(({ mayEnd }) => mayEnd)
  const isChoice = hasSeveral(schedules)
  const isReady = !isMeant || (value !== undefined && (!isChoice || draft.from !== null))
  return { schedules, unsure, error: isMeant ? error : null, isChoice, isReady }
}

const Ends = ({ schedules, zone }: { readonly schedules: readonly Scheduled[]; readonly zone: string }) => (
  <ul className="lines" aria-label="Ends">
    {schedules.map(({ entryId, articleSlug, provider, at }) => (
      <li key={entryId} style={{ overflowWrap: 'anywhere' }}>
        {articleSlug}: {PROVIDER_NAMES[provider]}, {formatMoment(at, zone)}
      </li>
    ))}
  </ul>
)

type Props = ReturnType<typeof useUnscheduling> & { readonly from: Draft['from']; readonly zone: string }

const ALL = { value: 'every', label: 'All of them' }

const Choice = ({ schedules, from, zone }: Props) => {
  const providers = PROVIDERS.filter((id) => schedules.some(({ provider }) => provider === id))
  const chosen = (provider: Provider) => from === 'every' || from === provider
  const others = schedules.filter(({ provider }) => !chosen(provider))
  return (
    <Stack align="flex-start">
      <SegmentedControl
        aria-label="Schedules to end"
        data={[...providers.map((id) => ({ value: id, label: `${PROVIDER_NAMES[id]} only` })), ALL]}
        value={from ?? ''}
        onChange={(next) => isUnscheduleFrom(next) && setDraft({ from: next })}
      />
      {from === null ? (
        <Text c="dimmed">
          Choose the schedules to end. The service unschedules an article on every provider at once.
        </Text>
      ) : (
        <>
          <Ends schedules={schedules.filter(({ provider }) => chosen(provider))} zone={zone} />
          {others.length === 0 ? null : <AlsoEnds schedules={others} isKept zone={zone} />}
        </>
      )}
    </Stack>
  )
}

/** What ends, article by article; where one is scheduled on several providers, the person chooses. */
export const Unscheduling = (props: Props) => {
  const { schedules, unsure, error, isChoice, zone } = props
  if (error != null) return <ErrorNotice error={error} title="The schedules could not be read" />
  if (schedules.length + unsure.length === 0) return null
  return (
    <Panel title="What ends">
      {isChoice ? <Choice {...props} /> : schedules.length === 0 ? null : <Ends schedules={schedules} zone={zone} />}
      {unsure.length === 0 ? null : <MayEnd schedules={unsure} zone={zone} />}
    </Panel>
  )
}
