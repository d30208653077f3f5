import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconDeviceFloppy, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { plural } from '../../format/numbers.ts'
import { Name } from '../../parts/name.tsx'
import { brandName, useBrand, useHasNoBrands } from '../../state/brands.ts'
import { brandsOfPeople, setCompose, useCompose } from '../../state/compose/compose.ts'
import { newDraft, openDocById, saveNow } from '../../state/compose/docs.ts'
import { followChanges, followCompose } from '../../state/compose/preview.ts'
import { go, setParams, useParams, useScope } from '../../state/location.ts'
import { ViewHead } from '../../table/table-page.tsx'
import { Welcome } from '../brands/welcome.tsx'
import { SentIntents } from '../intents/sent-intents.tsx'
import css from './compose.module.css'
import { goToDraft } from './go-to-draft.ts'
import { showNextBlocked, stepRecipient } from './recipient-steps.ts'
import { ReviewStep } from './review-step.tsx'
import { SaveTemplate } from './save-template.tsx'
import { TemplatePicker } from './template-picker.tsx'
import { isReviewable, SavedStatus, WriteStep } from './write-step.tsx'

/** An empty draft; the address does not name the one before any more. */
const startNewDraft = async (): Promise<void> => {
  await newDraft()
  setParams({ doc: '' })
}

/** Results, brand by brand and pitch by pitch. */
const QueuedStep = () => {
  const intentIds = useCompose((state) => state.intentIds)
  // A document that keeps its id was not queued as a whole.
  const left = useCompose(({ doc, people }) => (doc.kind === 'draft' && doc.id !== null ? people.length : 0))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={`${css.scroll} ${css.results}`} tabIndex={0} aria-label="Results">
      <Group>
        <Button variant="default" onClick={() => void startNewDraft()}>
          New pitch
        </Button>
        <Button variant="default" onClick={() => setCompose({ step: 'write' })}>
          {left === 0 ? 'Edit message' : `Resolve ${plural(left, 'pitch', 'pitches')} in the draft`}
        </Button>
        <Button variant="default" onClick={() => go({ view: 'outbox' })}>
          Open outbox
        </Button>
        <Button variant="default" onClick={() => go({ view: 'activity' })}>
          Open Activity
        </Button>
      </Group>
      <SentIntents intentIds={intentIds} onNew={(fresh) => setCompose({ intentIds: [fresh, ...intentIds] })} />
    </section>
  )
}

const STEPS = { write: WriteStep, review: ReviewStep, queued: QueuedStep } as const
const NOTES = {
  write: 'Step 1 of 3: write',
  review: 'Step 2 of 3: review, nothing is sent yet',
  queued: 'Step 3 of 3: results',
} as const

/** The address names the draft, so that a reload finds it again. */
const useDocInAddress = () => {
  const { doc: wanted } = useParams()
  const scope = useScope()
  const id = useCompose((state) => state.doc.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same draft may be wanted in another scope
  useEffect(() => {
    if (wanted !== undefined) void openDocById(wanted)
  }, [wanted, scope])
  useEffect(() => {
    if (id !== null) setParams({ doc: id })
  }, [id])
  // A change of brand takes the parameters out of the address; the brand's own draft is shown.
  useEffect(() => {
    const open = useCompose.getState().doc.id
    if (wanted === undefined && open !== null) setParams({ doc: open })
  }, [wanted])
}

/** The preview follows the draft, and the data that it is checked against. */
const usePreviewing = () => {
  useEffect(() => {
    const stops = [followCompose(), followChanges()]
    const leave = () => void saveNow()
    window.addEventListener('pagehide', leave)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

const useComposeCommands = ({ openSaving, openPicker }: { openSaving: () => void; openPicker: () => void }) => {
  const isWriting = () => useCompose.getState().step === 'write'
  const hasPeople = () => isWriting() && useCompose.getState().people.length > 0
  useCommands('Compose', [
    {
      id: 'compose.next',
      title: 'Next recipient',
      keys: [']', 'alt+arrowdown'],
      isEnabled: hasPeople,
      run: () => stepRecipient(1),
    },
    {
      id: 'compose.previous',
      title: 'Previous recipient',
      keys: ['[', 'alt+arrowup'],
      isEnabled: hasPeople,
      run: () => stepRecipient(-1),
    },
    {
      id: 'compose.blocked',
      title: 'Next blocked recipient',
      keys: ['n', 'alt+n'],
      isEnabled: hasPeople,
      run: showNextBlocked,
    },
    {
      id: 'compose.review',
      title: 'Review the pitches',
      keys: ['mod+enter'],
      isEnabled: isReviewable,
      run: () => setCompose({ step: 'review' }),
    },
    {
      id: 'compose.change',
      title: 'Back to writing',
      keys: ['escape'],
      isKeyOnly: true,
      isEnabled: () => useCompose.getState().step === 'review',
      run: () => setCompose({ step: 'write' }),
    },
    { id: 'compose.new', title: 'New draft', run: startNewDraft },
    {
      id: 'compose.templates',
      title: 'Templates and drafts',
      keys: ['shift+t'],
      isEnabled: isWriting,
      run: openPicker,
    },
    { id: 'compose.save-template', title: 'Save as a template', isEnabled: isWriting, run: openSaving },
  ])
}

/** Warns while the pitches are for other brands than the one in view. */
const OtherBrand = () => {
  const scope = useScope()
  const brand = useBrand(scope)
  const people = useCompose((state) => state.people)
  const brandIds = brandsOfPeople(people)
  const [first] = brandIds
  if (brand === undefined || first === undefined || brandIds.includes(scope)) return null
  const others = brandIds.length === 1 ? brandName(first) : plural(brandIds.length, 'other brand')
  return (
    <Group flex="none" gap="6px 10px" px="md" py={6} bg="var(--bad-ground)" role="alert">
      <IconAlertTriangle className="bad" size={16} aria-hidden />
      <Text span flex={1}>
        <strong>
          These pitches are for <Name>{others}</Name>,
        </strong>{' '}
        while <Name>{brand.name}</Name> is the brand in view.
      </Text>
      <Button variant="default" size="compact-sm" onClick={() => void startNewDraft()}>
        New draft for <Name>{brand.name}</Name>
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => void goToDraft(brandIds.length === 1 ? first : 'all')}>
        Go to <Name>{others}</Name>
      </Button>
    </Group>
  )
}

/** Pitches in three steps: write, review, results. */
export const ComposeView = () => {
  useDocInAddress()
  usePreviewing()
  const [isSaving, setSaving] = useState(false)
  const [isPicking, setPicking] = useState(false)
  useComposeCommands({ openSaving: () => setSaving(true), openPicker: () => setPicking(true) })
  const current = useCompose((state) => state.step)
  const key = useCompose((state) => state.doc.key)
  const isBare = useHasNoBrands()
  if (isBare) return <Welcome />
  const Step = STEPS[current]
  return (
    <div className={css.page}>
      <ViewHead
        note={
          <>
            <Text span c="dimmed">
              {NOTES[current]}
            </Text>
            {current === 'write' ? <SavedStatus /> : null}
          </>
        }
        actions={
          current === 'write' ? (
            <>
              <Button
                variant="default"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => void startNewDraft()}
              >
                New draft
              </Button>
              <Button
                variant="default"
                leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                onClick={() => setSaving(true)}
              >
                Save as template
              </Button>
              <TemplatePicker isOpen={isPicking} setOpen={setPicking} />
            </>
          ) : null
        }
      />
      {current === 'queued' ? null : <OtherBrand />}
      {/* Nothing of one document stays for another: its review, what was accepted. */}
      <Step key={key} />
      {isSaving ? <SaveTemplate onClose={() => setSaving(false)} /> : null}
    </div>
  )
}
