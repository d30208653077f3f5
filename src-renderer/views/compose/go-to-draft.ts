import { useCompose } from '../../state/compose/compose.ts'
import { saveNow } from '../../state/compose/docs.ts'
import { go, type Scope } from '../../state/location.ts'

/** The same draft, with its brand in view. */
export const goToDraft = async (scope: Scope): Promise<void> => {
  await saveNow()
  const { id } = useCompose.getState().doc
  go({ view: 'compose', scope, params: id === null ? {} : { doc: id } })
}
