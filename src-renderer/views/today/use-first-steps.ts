import { useDesk } from '../../data/use-desk.ts'
import { useBrands } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { useServiceAddress } from '../../state/profile.ts'
import { openReports } from '../../state/reports.ts'
import { runSync, useSync } from '../../state/sync.ts'
import { openDialog } from '../../state/ui.ts'

export type FirstStep = {
  readonly title: string
  readonly note: string
  /** The word on its button. */
  readonly action: string
  readonly isDone: boolean
  readonly run: () => void
}

/** Rules that came with the demo. */
const isOfDemo = ({ id }: { readonly id: string }): boolean => id.startsWith('demo-')

const useOwnIds = (): readonly string[] =>
  useBrands(({ list }) => list)
    .filter(({ demo }) => !demo)
    .map(({ id }) => id)

/** What a person does once, from the demo to their own data; undefined until all answers are there. */
export const useFirstSteps = (): readonly FirstStep[] | undefined => {
  const address = useServiceAddress()
  const own = useOwnIds()
  const isSynced = useSync(({ byBrand }) => own.some((id) => byBrand.get(id)?.rankings?.fetchedAt != null))
  const rules = useDesk('alerts.rules', {}).value?.rules
  const reports = useDesk('reports.runs', { brandIds: own.length === 0 ? 'all' : [...own], limit: 1 }).value?.total
  if (rules === undefined || reports === undefined) return undefined
  return [
    {
      title: 'Connect your service',
      note: 'Enter its address once',
      action: 'Connect',
      isDone: address !== '',
      run: () => openDialog('add-brands'),
    },
    {
      title: 'Add brands',
      note: 'A key for each',
      action: 'Add',
      isDone: own.length > 0,
      run: () => openDialog('add-brands'),
    },
    {
      title: 'First sync',
      note: 'Starts automatically',
      action: 'Sync',
      isDone: isSynced,
      run: () => void runSync({ brandIds: [...own] }),
    },
    {
      title: 'Set up alerts',
      note: 'Ready-made rules',
      action: 'Set up',
      isDone: rules.some((rule) => rule.isOn && !isOfDemo(rule)),
      run: () => go({ view: 'rules' }),
    },
    {
      title: 'First report',
      note: 'As PDF or HTML',
      action: 'Create',
      isDone: own.length > 0 && reports > 0,
      run: () => openReports('new'),
    },
  ]
}
