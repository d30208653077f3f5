import { IconCheck, IconCoin, IconEye, IconMailForward, IconMinus, IconPencil } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { namedValue } from '../../../src-shared/service/named-values.ts'
import { Panel } from '../../parts/panel.tsx'
import css from './brand-page.module.css'
import type { Column } from './matrix-model.ts'
import { inOneSentence, type RightNow, rightNow } from './right-now.ts'

type AnswerProps = {
  readonly icon: ComponentType<{ size?: number | string }>
  readonly question: string
  readonly answer: string
  readonly isRisk?: boolean
  readonly tools: readonly MatrixTool[]
}

const Answer = ({ icon: Icon, question, answer, isRisk = false, tools }: AnswerProps) => (
  <li className={css.answer} data-risk={(isRisk && tools.length > 0) || undefined}>
    <span className={css.answerIcon} aria-hidden>
      <Icon size={16} />
    </span>
    <div className={css.answerBody}>
      <h3 className={css.question}>
        {question} <strong>{answer}</strong>
      </h3>
      {tools.length === 0 ? null : (
        <ul className={css.toolList}>
          {tools.map(({ name, label, description }) => (
            <li key={name} title={description}>
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  </li>
)

const count = (tools: readonly MatrixTool[], of: number): string =>
  tools.length === 0 ? 'nothing' : tools.length === of ? 'everything' : `${tools.length} of ${of} tools`

const Answers = ({ now, tools }: { readonly now: RightNow; readonly tools: readonly MatrixTool[] }) => {
  const total = (group: MatrixTool['group']) => tools.filter((tool) => tool.group === group).length
  return (
    <ul className={css.answers}>
      <Answer
        icon={IconMailForward}
        question="Can it send real email?"
        answer={now.sends.length === 0 ? 'No' : 'Yes'}
        isRisk
        tools={now.sends}
      />
      <Answer
        icon={IconCoin}
        question="Can it spend credits or publish?"
        answer={now.spends.length === 0 ? 'No' : 'Yes'}
        isRisk
        tools={now.spends}
      />
      <Answer
        icon={IconPencil}
        question="It can change"
        answer={count(now.writes, total('write'))}
        tools={now.writes}
      />
      <Answer icon={IconEye} question="It can read" answer={count(now.reads, total('read'))} tools={now.reads} />
      <Answer
        icon={now.refused.length === 0 ? IconCheck : IconMinus}
        question="Visible but refused:"
        answer={now.refused.length === 0 ? 'nothing' : `${now.refused.length} more`}
        tools={now.refused}
      />
    </ul>
  )
}

/** "What may an assistant do right now?" for one brand. */
export const RightNowPart = ({ column, tools }: { readonly column: Column; readonly tools: readonly MatrixTool[] }) => {
  const offered = tools.filter(({ name }) => namedValue(column.brand.effective, name) !== undefined)
  const now = rightNow(offered, column.brand)
  return (
    <Panel title="What may an assistant do right now?">
      <p className={css.sentence}>{inOneSentence(now)}</p>
      <Answers now={now} tools={offered} />
    </Panel>
  )
}
