import { useDesk } from '../../data/use-desk.ts'
import { brandIdsOf, useParams, useScope } from '../../state/location.ts'
import { DryRunPage } from './dry-run-page.tsx'
import { EditorPage } from './editor-page.tsx'
import { GatesReview } from './gates-review.tsx'
import { PlaybookList } from './playbook-list.tsx'
import { RunList } from './run-list.tsx'
import { RunPage } from './run-page.tsx'

/** Without a choice: the runs of this scope, or the playbooks where there is none. */
const Lists = ({ section }: { readonly section: string | undefined }) => {
  const brandIds = brandIdsOf(useScope())
  const { value } = useDesk('playbooks.runs', section === undefined ? { brandIds, limit: 1 } : null)
  if (section === undefined && value === undefined) return null
  const isRuns = section === 'runs' || (value?.total ?? 0) > 0
  return isRuns && section !== 'playbooks' ? <RunList /> : <PlaybookList />
}

/** Runs, those that wait for a person first, and the playbooks that can be started. */
export const PlaybooksView = () => {
  const { open, playbook, edit, review, section } = useParams()
  if (open !== undefined) return <RunPage key={open} id={open} />
  if (edit !== undefined) return <EditorPage key={edit} edit={edit} />
  if (playbook !== undefined) return <DryRunPage key={playbook} id={playbook} />
  if (review !== undefined) return <GatesReview wanted={review} />
  return <Lists section={section} />
}
