import { Button, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { KIND_WORDS } from '../../format/intent-words.ts'
import { plural } from '../../format/numbers.ts'
import { PROVIDER_NAMES } from '../../format/providers.ts'
import { clockNote, instantOf } from '../../format/zones.ts'
import { BrandBadge, BrandMark } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { brandName, useBrand } from '../../state/brands.ts'
import {
  articleCount,
  type Draft,
  setDraft,
  type Target,
  targetsOf,
  useDraft,
  wordToType,
} from '../../state/publish-draft.ts'
import { useZone } from '../../state/zone.ts'
import { ZONE_VIEW } from './compose.tsx'
import css from './publish.module.css'
import { useSending } from './use-sending.ts'
import { WarningList } from './warning-list.tsx'
import { Clocks } from './when.tsx'

const TOUCHES: Record<Draft['act'], string> = {
  publish: 'The service publishes these articles when the hold ends. This cannot be undone.',
  schedule: 'The service publishes these articles at this time.',
  unschedule: 'The service removes these articles from its schedule. The articles are not deleted.',
  unpublish: 'The service removes these articles from the brand’s site. Their pages stop ranking.',
}

const Articles = ({ targets }: { readonly targets: readonly Target[] }) => (
  <ul className={css.list}>
    {targets.map(({ brandId, articleSlugs }) => (
      <li key={brandId}>
        <div className={css.brandHead}>
          <BrandBadge brandId={brandId} size="md" />
          <span className={css.soft}>{plural(articleSlugs.length, 'article')}</span>
        </div>
        <div>{articleSlugs.join(', ')}</div>
      </li>
    ))}
  </ul>
)

const SendLabel = ({ draft, targets }: { readonly draft: Draft; readonly targets: readonly Target[] }) => {
  const [first] = targets
  const brand = useBrand(first?.brandId ?? '')
  const what = `${KIND_WORDS[draft.act]} ${plural(articleCount(targets), 'article')} for`
  if (targets.length !== 1 || brand === undefined) return <>{`${what} ${plural(targets.length, 'brand')}`}</>
  return (
    <span className={css.act}>
      {what} <BrandMark name={brand.name} colour={brand.colour} size="sm" /> {brand.name}
    </span>
  )
}

const Time = ({ draft, zone }: { readonly draft: Draft; readonly zone: string }) => {
  const nowMs = useNow()
  const instant = instantOf({ day: draft.day, time: draft.time }, zone)
  if (instant === null) return null
  const note = clockNote(instant, zone, nowMs)
  return (
    <>
      <Clocks ms={instant.ms} zone={zone} />
      {note === null ? null : <div className={css.warn}>{note}</div>}
    </>
  )
}

/** Everything that will be done, before it is: whose, which, when, and what may be wrong with it. */
export const Review = () => {
  const draft = useDraft()
  const zone = useZone(ZONE_VIEW)
  const targets = targetsOf(draft)
  const { check, warnings, accepted, setAccepted, isAccepted, isBusy, error, send } = useSending(draft, zone)
  const [typed, setTyped] = useState('')
  const word = wordToType(draft.act, targets, brandName)
  const isReady = isAccepted && (word === null || typed.trim() === word)
  const isTakenBack = draft.act === 'unpublish' || draft.act === 'unschedule'
  return (
    <form
      className={css.review}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) void send()
      }}
    >
      <Panel
        title={`${KIND_WORDS[draft.act]}: ${plural(articleCount(targets), 'article')}`}
        aside={
          <span className={css.soft}>
            {draft.act === 'unschedule' ? '' : PROVIDER_NAMES[draft.provider]}
            {isTakenBack ? '' : draft.status === 'draft' ? ' · as a draft' : ' · live'}
          </span>
        }
      >
        <div className={css.form}>
          <p className={css.soft}>{TOUCHES[draft.act]}</p>
          {draft.act === 'schedule' ? <Time draft={draft} zone={zone} /> : null}
          <Articles targets={targets} />
        </div>
      </Panel>
      {check.state === 'asking' ? <p className={css.soft}>Checking for duplicates and taken times …</p> : null}
      {check.state === 'failed' ? <ErrorNotice error={check.error} title="The articles could not be checked" /> : null}
      {warnings.length === 0 ? null : <WarningList warnings={warnings} accepted={accepted} onAccept={setAccepted} />}
      {error === null ? null : <ErrorNotice error={error} title="Nothing was sent" />}
      <div className={css.buttons}>
        {word === null ? null : (
          <TextInput
            className={css.grow}
            label={
              targets.length > 1
                ? `Type ${word}, the number of brands, to continue`
                : `Type “${word}” to ${KIND_WORDS[draft.act].toLowerCase()}`
            }
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={14} />}
          onClick={() => setDraft({ step: 'compose' })}
        >
          Edit
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady} {...(isTakenBack ? { color: 'red' } : {})}>
          <SendLabel draft={draft} targets={targets} />
        </Button>
      </div>
      <p className={css.soft}>It is held first. You can cancel it from the bar at the top of the window.</p>
    </form>
  )
}
