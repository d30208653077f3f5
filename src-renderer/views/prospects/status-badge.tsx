import css from './prospects.module.css'

/** The one status that the interface names: background work looks for people at this site. */
export const FINDING = 'finding_people'

/** The service's own word. */
export const StatusBadge = ({ word }: { readonly word: string }) => (
  <span className={css.status} data-running={word === FINDING || undefined}>
    {word.replaceAll('_', ' ')}
  </span>
)
