import { useParams } from '../../state/location.ts'
import { DryRunPage } from './dry-run-page.tsx'
import { EditorPage } from './editor-page.tsx'
import { GatesReview } from './gates-review.tsx'
import { PlaybookList } from './playbook-list.tsx'
import { RunList } from './run-list.tsx'
import { RunPage } from './run-page.tsx'

/** Runs, those that wait for a person first, and the playbooks that can be started. */
export const PlaybooksView = () => {
  const { open, playbook, edit, review, section } = useParams()
  if (open !== undefined) return <RunPage key={open} id={open} />
  if (edit !== undefined) return <EditorPage key={edit} edit={edit} />
  if (playbook !== undefined) return <DryRunPage key={playbook} id={playbook} />
  if (review !== undefined) return <GatesReview wanted={review} />
  return section === 'playbooks' ? <PlaybookList /> : <RunList />
}
