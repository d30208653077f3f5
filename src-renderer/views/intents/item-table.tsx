import type { IntentItem } from '../../../src-shared/desk/intents.ts'
import { ITEM_WORDS } from '../../format/intent-words.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { SafeLink } from '../../table/safe-link.tsx'
import css from './intent-parts.module.css'

const textOf = (item: IntentItem, name: string): string | null => {
  const value = item.result[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

const Row = ({ item }: { readonly item: IntentItem }) => {
  const { word, tone } = ITEM_WORDS[item.state]
  const postUrl = textOf(item, 'postUrl')
  const status = textOf(item, 'status')
  return (
    <tr>
      <td>
        {item.label}
        {item.reason === null ? null : <div className={css.reason}>{item.reason}</div>}
      </td>
      <td>
        <StateWord word={word} tone={tone} />
      </td>
      <td>
        {status === null ? null : <div>{status}</div>}
        {textOf(item, 'postId') === null ? null : <div className={css.soft}>post {textOf(item, 'postId')}</div>}
        {postUrl === null ? null : <SafeLink text={postUrl} />}
      </td>
    </tr>
  )
}

/** What became of each article, with the service's own words. */
export const ItemTable = ({ items }: { readonly items: readonly IntentItem[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <section className={css.itemsBox} tabIndex={0} aria-label="Articles of this action">
    <table className={css.items}>
      <thead>
        <tr>
          <th scope="col">Article</th>
          <th scope="col">Status</th>
          <th scope="col">At the service</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.item} item={item} />
        ))}
      </tbody>
    </table>
  </section>
)
