import { Button, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatClock } from '../../format/time.ts'
import { useNow } from '../../parts/use-now.ts'
import { brandsOfPeople, setCompose, useCompose } from '../../state/compose.ts'
import { useKeeping } from '../../state/compose-docs.ts'
import { usePreviewed } from '../../state/previewer.ts'
import css from './compose.module.css'
import { Editor } from './editor.tsx'
import { tallyOf } from './people-counts.ts'
import { PeoplePanel } from './people-panel.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { OwnerSelect } from './save-template.tsx'

/** "Saved 10:42": the desk saves as the person types. */
export const SavedStatus = () => {
  const { state, savedAt, error } = useKeeping()
  const nowMs = useNow()
  const words = {
    none: 'Saved as you type',
    typing: 'Saving …',
    saving: 'Saving …',
    saved: savedAt === null ? 'Saved' : `Saved ${formatClock(savedAt, nowMs)}`,
    failed: `Not saved: ${error?.message ?? ''}`,
  }
  return (
    <span className={css.saved} data-state={state} role="status">
      {words[state]}
    </span>
  )
}

/** Editing a template itself: its name and whose it is. */
const TemplateBar = () => {
  const doc = useCompose((state) => state.doc)
  if (doc.kind !== 'template') return null
  return (
    <section className={css.templateBar} aria-label="Template">
      <TextInput
        label="Template"
        maxLength={120}
        value={doc.name}
        onChange={(event) => setCompose({ doc: { ...doc, name: event.currentTarget.value } })}
      />
      <OwnerSelect value={doc.brandId} onChange={(brandId) => setCompose({ doc: { ...doc, brandId } })} />
    </section>
  )
}

export const isReviewable = (): boolean => {
  const { people, subject, body, step } = useCompose.getState()
  return step === 'write' && people.length > 0 && (subject.trim() !== '' || body.trim() !== '')
}

const Foot = () => {
  const people = useCompose((state) => state.people)
  const isBlank = useCompose(({ subject, body }) => subject.trim() === '' && body.trim() === '')
  const seen = usePreviewed((state) => state.seen)
  const tally = useMemo(() => tallyOf(people, seen), [people, seen])
  const brands = brandsOfPeople(people).length
  return (
    <footer className={css.foot} data-foot>
      <span className={css.footText}>
        {people.length === 0 ? (
          'Choose people first'
        ) : isBlank ? (
          'Write a message or choose a template'
        ) : (
          <>
            <strong>{plural(tally.total - tally.blocked, 'pitch', 'pitches')}</strong> for {plural(brands, 'brand')}
            {tally.blocked > 0 ? ` · ${formatWhole(tally.blocked)} blocked, left out` : ''}
            {tally.warned > 0 ? ` · ${formatWhole(tally.warned)} with warnings` : ''}
          </>
        )}
      </span>
      <span className={css.soft}>Nothing is sent until you confirm.</span>
      <Button
        leftSection={<IconEye size={14} aria-hidden />}
        disabled={people.length === 0 || isBlank}
        title="Ctrl Enter"
        onClick={() => setCompose({ step: 'review' })}
      >
        Review
      </Button>
    </footer>
  )
}

/** Whom and what, beside what it comes to. */
export const WriteStep = () => (
  <>
    <div className={css.stage}>
      <div className={css.left}>
        <TemplateBar />
        <PeoplePanel />
        <Editor />
      </div>
      <PreviewPane />
    </div>
    <Foot />
  </>
)
