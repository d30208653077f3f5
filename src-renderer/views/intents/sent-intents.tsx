import { useDesk } from '../../data/use-desk.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Panel } from '../../parts/panel.tsx'
import { IntentBody } from './intent-body.tsx'
import css from './sent-intents.module.css'

const SHOWN_MAX = 30

type Props = {
  readonly intentIds: readonly string[]
  /** One was begun again: it is another intent. */
  readonly onNew: (id: string) => void
}

const One = ({ id, onNew }: Pick<Props, 'onNew'> & { readonly id: string }) => {
  const intent = useDesk('intents.get', { id }).value
  return (
    <Panel title={intent === undefined ? 'Action' : <BrandBadge brandId={intent.brandId} size="md" />}>
      <div className={css.body}>
        <IntentBody id={id} onNew={onNew} />
      </div>
    </Panel>
  )
}

/** What becomes of acts that were just sent, brand by brand and item by item. */
export const SentIntents = ({ intentIds, onNew }: Props) => (
  <>
    {intentIds.slice(0, SHOWN_MAX).map((id) => (
      <One key={id} id={id} onNew={onNew} />
    ))}
    {intentIds.length > SHOWN_MAX ? (
      <p className={css.more}>{intentIds.length - SHOWN_MAX} more are in Activity.</p>
    ) : null}
  </>
)
