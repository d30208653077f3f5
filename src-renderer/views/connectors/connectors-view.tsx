import { Box, Button, Stack } from '@mantine/core'
import { IconRefresh, IconRobot } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { type DeskAnswer, useDesk } from '../../data/use-desk.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { Page } from '../../parts/panel.tsx'
import { byName, useBrands, useHasNoBrands } from '../../state/brands.ts'
import { useMatrixState } from '../../state/connector-staging.ts'
import { backToEditing, closeResults, hasStaged, reviewNow, reviewStaged, useReview } from '../../state/connectors.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { runSync } from '../../state/sync.ts'
import { Welcome } from '../brands/welcome.tsx'
import { AllBrands } from './all-brands.tsx'
import { BrandPage, BrandTabs } from './brand-page.tsx'
import { type Column, columnOf } from './matrix-model.ts'
import { ReadErrors } from './read-errors.tsx'
import { Results } from './results.tsx'
import { Review } from './review.tsx'
import { StageBar } from './stage-bar.tsx'
import { SyncSimulator } from './sync-simulator.tsx'
import { toolsByName } from './tool-names.ts'
import { Unfinished } from './unfinished.tsx'

type MatrixAnswer = DeskAnswer<CallOutput<'connectors.matrix'>>

const ALL = { brandIds: 'all' } as const

/** The matrix of all brands, whichever is in view: all staged changes are reviewed together. */
const useMatrixAnswer = (): MatrixAnswer => useDesk('connectors.matrix', ALL)

/** The brands shown, by name: those with the tag, or those picked. */
const useColumns = (matrix: CallOutput<'connectors.matrix'> | undefined): readonly Column[] => {
  const list = useBrands((state) => state.list)
  const { tag, isPickedOnly, picked } = useMatrixState()
  return useMemo(() => {
    const byId = new Map((matrix?.brands ?? []).map((brand) => [brand.brandId, brand]))
    return byName(list).flatMap((brand) => {
      const row = byId.get(brand.id)
      const isShown = (tag === null || brand.tags.includes(tag)) && (!isPickedOnly || picked.has(brand.id))
      return row === undefined || !isShown ? [] : [columnOf(row, brand)]
    })
  }, [matrix, list, tag, isPickedOnly, picked])
}

const APPLYING = 'Applying by brand'
const STEP_NOTES = { review: 'Review: nothing is sent until you confirm', applied: 'Results by brand' } as const

const refresh = (scope: string) => void runSync({ brandIds: brandIdsOf(scope), datasets: ['connectors'] })

const NeverRead = () => {
  const scope = useScope()
  return (
    <EmptyState
      icon={<IconRobot size={22} />}
      title="Permissions not synced yet"
      action={
        <Button leftSection={<IconRefresh size={14} />} onClick={() => refresh(scope)}>
          Sync permissions
        </Button>
      }
    >
      See and change what AI assistants may do for your brands: which tools read, which write and which send real
      e-mail. Syncing changes nothing.
    </EmptyState>
  )
}

/** In place of the whole sync: the permissions alone. */
const Refresh = () => {
  const scope = useScope()
  return (
    <MainAction>
      <Button leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => refresh(scope)}>
        Refresh
      </Button>
    </MainAction>
  )
}

/** The plan under review or its results, whichever brand is in view. */
const Steps = ({ answer }: { readonly answer: MatrixAnswer }) => {
  const step = useReview((state) => state.step)
  const plan = useReview((state) => state.plan)
  const isApplying = useReview((state) => state.progress !== null)
  const tools = useMemo(() => toolsByName(answer.value?.tools ?? []), [answer.value])
  if (step === 'edit') return null
  return (
    <Page note={isApplying ? APPLYING : STEP_NOTES[step]}>
      {step === 'applied' ? <Results tools={tools} /> : plan === null ? null : <Review plan={plan} tools={tools} />}
    </Page>
  )
}

const useStepCommands = (answer: MatrixAnswer) => {
  const scope = useScope()
  const step = useReview((state) => state.step)
  useCommands('Permissions', [
    {
      id: 'connectors.review',
      title: 'Review the changes',
      keys: ['mod+enter'],
      isEnabled: () => step === 'edit' && hasStaged(),
      run: () => void reviewStaged(answer.value?.brands ?? []),
    },
    { id: 'connectors.sync', title: 'Refresh the permissions', run: () => refresh(scope) },
    {
      id: 'connectors.back',
      title: 'Back to the permissions',
      keys: ['escape'],
      isKeyOnly: true,
      isEnabled: () => step !== 'edit' && !reviewNow().isBusy,
      run: () => (step === 'review' ? backToEditing() : closeResults(true)),
    },
  ])
}

type ShownProps = { readonly answer: MatrixAnswer; readonly onSync: (brandId: string) => void }

const Shown = ({ answer, onSync }: ShownProps) => {
  const scope = useScope()
  const matrix = answer.value
  const columns = useColumns(matrix)
  if (matrix === undefined)
    return (
      <Page>
        <ErrorNotice error={answer.error} title="The permissions could not be shown" onRetry={answer.reload} />
      </Page>
    )
  if (scope !== 'all') {
    return (
      <Stack gap={0} h="100%">
        <Box flex={1} style={{ overflow: 'auto' }}>
          <Page note={<BrandTabs brandId={scope} matrix={matrix} />}>
            <Refresh />
            <Unfinished tools={matrix.tools} brandId={scope} />
            <BrandPage brandId={scope} matrix={matrix} onSync={onSync} unread={<NeverRead />} />
          </Page>
        </Box>
        <StageBar brands={matrix.brands} />
      </Stack>
    )
  }
  if (matrix.tools.length === 0)
    return (
      <Page>
        <Refresh />
        <Unfinished tools={matrix.tools} />
        <ReadErrors brands={matrix.brands} />
        <NeverRead />
      </Page>
    )
  return (
    <>
      <Refresh />
      <AllBrands matrix={matrix} columns={columns} onSync={onSync} />
    </>
  )
}

/** What AI assistants may do: for all brands as a matrix, for one brand in plain words. */
export const ConnectorsView = () => {
  const answer = useMatrixAnswer()
  const step = useReview((state) => state.step)
  const isBare = useHasNoBrands()
  const [switching, setSwitching] = useState<string | null>(null)
  useStepCommands(answer)
  if (isBare) return <Welcome />
  if (step !== 'edit') return <Steps answer={answer} />
  return (
    <>
      <Shown answer={answer} onSync={setSwitching} />
      <SyncSimulator brandId={switching} matrix={answer.value} onClose={() => setSwitching(null)} />
    </>
  )
}
