import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatClock } from '../../format/time.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useNow } from '../../parts/use-now.ts'
import { brandsOfPeople, type Compose, setCompose, useCompose } from '../../state/compose/compose.ts'
import { insertTemplate, useSaveState } from '../../state/compose/docs.ts'
import { usePreviewed } from '../../state/compose/preview.ts'
import css from './compose.module.css'
import { Editor } from './editor.tsx'
import { FromLine } from './from-line.tsx'
import { type Tally, tallyOf } from './people-counts.ts'
import { PeoplePanel } from './people-panel.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { OwnerSelect } from './save-template.tsx'

const SHOWN_MAX = 5

/** Templates for an empty message, one click away: a person's newest, then those that come with the desk. */
const StartFrom = () => {
  const isBlank = useCompose(({ subject, body }) => subject === '' && body === '')
  const { value } = useDesk('outreach.templates', isBlank ? { brandIds: 'all', kind: 'template' } : null)
  if (!isBlank || value === undefined) return null
  return (
    <Group component="section" gap={8} aria-label="Start from a template">
      <Text span c="dimmed" size="xs">
        Start from
      </Text>
      {[...value.templates, ...value.builtIn].slice(0, SHOWN_MAX).map((template) => (
        <Button
          key={template.id}
          variant="default"
          size="compact-xs"
          maw={180}
          onClick={() => insertTemplate(template)}
        >
          {template.name}
        </Button>
      ))}
    </Group>
  )
}

const WHY_NOT = 'compose-why-not'

/** "Saved 10:42": the desk saves as the person types. */
export const SavedStatus = () => {
  const { state, savedAt, error } = useSaveState()
  const nowMs = useNow()
  const text = {
    none: 'Saved as you type',
    typing: 'Saving …',
    saving: 'Saving …',
    saved: savedAt === null ? 'Saved' : `Saved ${formatClock(savedAt, nowMs)}`,
    failed: `Not saved: ${error?.message ?? ''}`,
  }[state]
  const colour = state === 'saved' ? 'var(--good)' : state === 'failed' ? 'var(--bad)' : 'dimmed'
  return (
    <Text span size="xs" c={colour} role="status">
      {text}
    </Text>
  )
}

/** The name and the owner of the template that is edited. */
const TemplateBar = () => {
  const doc = useCompose((state) => state.doc)
  if (doc.kind !== 'template') return null
  return (
    <SimpleGrid
      component="section"
      cols={2}
      spacing={10}
      px="sm"
      py={10}
      bg="var(--selected)"
      bdrs="md"
      aria-label="Template"
    >
      <TextField
        label="Template"
        maxLength={120}
        value={doc.name}
        onChange={(name) => setCompose({ doc: { ...doc, name } })}
      />
      <OwnerSelect value={doc.brandId} onChange={(brandId) => setCompose({ doc: { ...doc, brandId } })} />
    </SimpleGrid>
  )
}

/** Why there is nothing to review; empty: there is. */
const whyNotReviewable = (
  { people, subject, body }: Pick<Compose, 'people' | 'subject' | 'body'>,
  tally: Tally,
): string => {
  if (people.length === 0) return 'Choose people first.'
  if (subject.trim() === '' && body.trim() === '') return 'Write a message or choose a template.'
  if (tally.total > tally.blocked) return ''
  return tally.total === 1
    ? 'The pitch is blocked: resolve it first.'
    : `All ${formatWhole(tally.total)} pitches are blocked: resolve one first.`
}

export const isReviewable = (): boolean => {
  const compose = useCompose.getState()
  const tally = tallyOf(compose.people, usePreviewed.getState().seen)
  return compose.step === 'write' && whyNotReviewable(compose, tally) === ''
}

const Foot = () => {
  const people = useCompose((state) => state.people)
  const subject = useCompose((state) => state.subject)
  const body = useCompose((state) => state.body)
  const seen = usePreviewed((state) => state.seen)
  const tally = useMemo(() => tallyOf(people, seen), [people, seen])
  const brands = brandsOfPeople(people).length
  const reason = whyNotReviewable({ people, subject, body }, tally)
  return (
    <Group component="footer" className={css.foot} gap="8px 12px" mih={52} px="md" py="xs">
      <Text span flex={1} miw={180}>
        {reason === '' ? (
          <>
            <strong>{plural(tally.total - tally.blocked, 'pitch', 'pitches')}</strong> for {plural(brands, 'brand')}
            {tally.blocked > 0 ? ` · ${formatWhole(tally.blocked)} blocked, left out` : ''}
            {tally.warned > 0 ? ` · ${formatWhole(tally.warned)} with warnings` : ''}
          </>
        ) : (
          <span id={WHY_NOT}>{reason}</span>
        )}
      </Text>
      <Text span c="dimmed">
        Nothing is sent until you confirm.
      </Text>
      <Button
        leftSection={<IconEye size={14} aria-hidden />}
        disabled={reason !== ''}
        aria-describedby={reason === '' ? undefined : WHY_NOT}
        title={reason === '' ? 'Ctrl Enter' : reason}
        onClick={() => setCompose({ step: 'review' })}
      >
        Review
      </Button>
    </Group>
  )
}

/** Recipients and message, beside the preview. */
export const WriteStep = () => (
  <>
    <div className={css.stage}>
      <div className={css.scroll}>
        <TemplateBar />
        <FromLine />
        <PeoplePanel />
        <StartFrom />
        <Editor />
      </div>
      <PreviewPane />
    </div>
    <Foot />
  </>
)
