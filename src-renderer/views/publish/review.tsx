import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { PROVIDER_NAMES } from '../../../src-shared/service/providers.ts'
import { KIND_LABELS } from '../../format/intent-labels.ts'
import { plural } from '../../format/numbers.ts'
import { clockNote, instantOf } from '../../format/zones.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { KeyWaits } from '../../parts/key-waits.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { brandName } from '../../state/brands.ts'
import {
  articleCount,
  type Draft,
  openStep,
  type Target,
  targetsOf,
  useDraft,
  wordToType,
} from '../../state/publish-draft.ts'
import { useZone } from '../../state/settings.ts'
import { ZONE_VIEW } from './compose.tsx'
import { Unscheduling, useUnscheduling } from './unscheduling.tsx'
import { useSending } from './use-sending.ts'
import { WarningList } from './warning-list.tsx'
import { Clocks } from './when.tsx'

const CONSEQUENCES: Record<Draft['kind'], string> = {
  publish: 'The service publishes these articles when the hold ends. This cannot be undone.',
  schedule: 'The service publishes these articles at this time.',
  unschedule: 'The service removes these articles from its schedule. The articles are not deleted.',
  unpublish: 'The service removes these articles from the brand’s site. Their pages stop ranking.',
}

const Articles = ({ targets }: { readonly targets: readonly Target[] }) => (
  <ul className="lines">
    {targets.map(({ brandId, articleSlugs }) => (
      <Stack component="li" key={brandId} gap="xs" py="xs">
        <Group>
          <BrandBadge brandId={brandId} size="md" />
          <Text c="dimmed">{plural(articleSlugs.length, 'article')}</Text>
        </Group>
        <ul style={{ overflowWrap: 'anywhere' }}>
          {articleSlugs.map((slug) => (
            <li key={slug}>
              {titleOfSlug(slug)} <span className="soft">/{slug}</span>
            </li>
          ))}
        </ul>
      </Stack>
    ))}
  </ul>
)

const Time = ({ draft, zone }: { readonly draft: Draft; readonly zone: string }) => {
  const nowMs = useNow()
  const instant = instantOf({ day: draft.day, time: draft.time }, zone)
  if (instant === null) return null
  const note = clockNote(instant, zone, nowMs)
  return (
    <>
      <Clocks ms={instant.ms} zone={zone} />
      {note === null ? null : <Notice tone="warn">{note}</Notice>}
    </>
  )
}

/** Shows everything that will be sent, with its warnings, before the person confirms. */
export const Review = () => {
  const draft = useDraft()
  const zone = useZone(ZONE_VIEW)
  const targets = targetsOf(draft)
  const { check, warnings, accepted, setAccepted, isAccepted, isBusy, error, send } = useSending(draft, zone)
  const [typed, setTyped] = useState('')
  const word = wordToType(draft.kind, targets, brandName)
  const unscheduling = useUnscheduling(draft)
  const isReady = isAccepted && unscheduling.isReady && (word === null || typed.trim() === word)
  const isRemoval = draft.kind === 'unpublish' || draft.kind === 'unschedule'
  return (
    <Stack
      component="form"
      gap="md"
      maw={900}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) void send()
      }}
    >
      <Panel
        title={`${KIND_LABELS[draft.kind]}: ${plural(articleCount(targets), 'article')}`}
        aside={
          <Text c="dimmed">
            {draft.kind === 'unschedule' ? '' : PROVIDER_NAMES[draft.provider]}
            {isRemoval ? '' : draft.status === 'draft' ? ' · as a draft' : ' · live'}
          </Text>
        }
      >
        <Stack>
          <Text c="dimmed">{CONSEQUENCES[draft.kind]}</Text>
          {draft.kind === 'schedule' ? <Time draft={draft} zone={zone} /> : null}
          <Articles targets={targets} />
        </Stack>
      </Panel>
      {draft.kind === 'unschedule' ? <Unscheduling {...unscheduling} from={draft.from} zone={zone} /> : null}
      {check.state === 'asking' ? <Text c="dimmed">Checking for duplicates and taken times …</Text> : null}
      {check.state === 'failed' ? <ErrorNotice error={check.error} title="The articles could not be checked" /> : null}
      {warnings.length === 0 ? null : <WarningList warnings={warnings} accepted={accepted} onAccept={setAccepted} />}
      <KeyWaits brandIds={targets.map(({ brandId }) => brandId)} />
      <ErrorNotice error={error} title="Nothing was sent" />
      <Group align="flex-end">
        {word === null ? null : (
          <TextField
            flex={1}
            miw={200}
            label={
              targets.length > 1
                ? `Type ${word}, the number of brands, to continue`
                : `Type “${word}” to ${KIND_LABELS[draft.kind].toLowerCase()}`
            }
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
        )}
        <Button variant="default" leftSection={<IconArrowLeft size={14} />} onClick={() => openStep('compose')}>
          Edit
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady} {...(isRemoval ? { color: 'red' } : {})}>
          <ActionLabel
            what={`${KIND_LABELS[draft.kind]} ${plural(articleCount(targets), 'article')} for`}
            brandIds={targets.map(({ brandId }) => brandId)}
          />
        </Button>
      </Group>
      <Text c="dimmed">It is held first. You can cancel it from the bar at the top of the window.</Text>
    </Stack>
  )
}
