import { Button, Modal } from '@mantine/core'
import { IconWorldSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { plural } from '../../format/numbers.ts'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { readProspectFilters, useProspectFilters } from '../../state/filters/prospects.ts'
import { type Scope, setParams, useParams } from '../../state/location.ts'
import { openPaid } from '../../state/outreach.ts'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedRow } from '../../table/use-opened.ts'
import { type ListWords, ViewEmpty } from '../../table/view-empty.tsx'
import { BrandWork } from './brand-work.tsx'
import { PaidDialog } from './paid-dialog.tsx'
import { PickActions } from './pick-actions.tsx'
import { ProspectDetail } from './prospect-detail.tsx'
import { ProspectFilters } from './prospect-filters.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { useProspects } from './use-prospects.ts'
import { useTriage } from './use-triage.ts'

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const [chosen, setChosen] = useState<string[]>([])
  const price = () => {
    onClose()
    openPaid(
      'discover',
      chosen.map((brandId) => ({ brandId, sites: [] })),
    )
  }
  return (
    <DialogForm
      canSubmit={chosen.length > 0}
      submit={`Show the price${chosen.length > 1 ? ` for ${plural(chosen.length, 'brand')}` : ''}`}
      onSubmit={price}
      onCancel={onClose}
    >
      <ChosenBrands data-autofocus label="For which brands?" brandIds={chosen} onChange={setChosen} />
    </DialogForm>
  )
}

/** Asks for which brands to discover prospects, when all brands are in view. */
const ChooseBrands = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Discover prospects" size={580}>
    {isOpen ? <Form onClose={onClose} /> : null}
  </Modal>
)

const ROW_NOUNS = ['prospect', 'prospects'] as const

const TEACHES = 'Prospects are sites that suit a link to the brand.'
const EMPTY: ListWords = { datasets: ['prospects', 'contacts'], many: 'prospects', teaches: TEACHES }

/** Discovery needs brands: the one in view, or those that are chosen. */
const useDiscover = (scope: Scope) => {
  const { action } = useParams()
  const [isChoosing, setChoosing] = useState(false)
  const start = useCallback(() => {
    if (scope === 'all') setChoosing(true)
    else openPaid('discover', [{ brandId: scope, sites: [] }])
  }, [scope])
  useEffect(() => {
    if (action !== 'discover') return
    setParams({ action: '' })
    start()
  }, [action, start])
  return { start, isChoosing, close: () => setChoosing(false) }
}

export const ProspectsView = () => {
  const { table, summary } = useProspects()
  const { scope, picks, picked, refresh } = table
  const filters = useProspectFilters()
  const note = useRef<HTMLTextAreaElement>(null)
  const opened = useOpenedRow<ProspectRow>()
  const openNote = (row: ProspectRow) => {
    opened.open(row)
    // The panel is drawn after this turn.
    setTimeout(() => note.current?.focus())
  }
  const discover = useDiscover(scope)
  const triage = useTriage({ picks, refresh, onNote: openNote, onDiscover: discover.start })
  return (
    <>
      <MainAction>
        <Button leftSection={<IconWorldSearch size={14} />} onClick={discover.start}>
          Discover prospects
        </Button>
      </MainAction>
      <TableView
        table={table}
        title="Prospects"
        rowNouns={ROW_NOUNS}
        top={
          <>
            <ProspectFilters summary={summary} onDone={table.focus} />
            <BrandWork scope={scope} summary={summary} />
          </>
        }
        barStart={
          picked === 0 ? null : (
            <PickActions
              onMark={(mark) => void triage.mark(mark)}
              onTag={() => void triage.tag()}
              onPeople={() => void triage.findPeople()}
            />
          )
        }
        opened={opened}
        side={(row, close) => (
          <ProspectDetail
            row={row}
            noteRef={note}
            onTag={(one) => triage.openTags([one])}
            onMarked={refresh}
            onClose={close}
          />
        )}
        saved={{
          write: () => ({ filters }),
          read: (state) => useProspectFilters.setState(readProspectFilters(state.filters)),
        }}
        empty={<ViewEmpty table={table} store={useProspectFilters} icon={<IconWorldSearch size={22} />} of={EMPTY} />}
      />
      {/* Selected rows are held as they are; those of an order must show that they are searched. */}
      <PaidDialog onOrdered={() => picks.current?.clear()} />
      <ChooseBrands isOpen={discover.isChoosing} onClose={discover.close} />
      <TagDialog
        rows={triage.tagging}
        known={summary?.tagCounts.map(({ tag }) => tag) ?? []}
        onClose={triage.closeTags}
        onDone={() => {
          picks.current?.clear()
          refresh()
        }}
      />
    </>
  )
}
