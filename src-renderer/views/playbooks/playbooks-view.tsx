import { useParams } from '../../state/location.ts'
import { DryRunPage } from './dry-run-page.tsx'
import { EditorPage } from './editor-page.tsx'
import { GatesReview } from './gates-review.tsx'
import { RunList } from './run-list.tsx'
import { RunPage } from './run-page.tsx'

/** The playbooks that can be started, and their runs: those that wait for a person first. */
export const PlaybooksView = () => {
  const { open, playbook, edit, review } = useParams()
  if (open !== undefined) return <RunPage key={open} id={open} />
  if (edit !== undefined) return <EditorPage key={edit} edit={edit} />
  if (playbook !== undefined) return <DryRunPage key={playbook} id={playbook} />
  if (review !== undefined) return <GatesReview wanted={review} />
  return <RunList />
}
