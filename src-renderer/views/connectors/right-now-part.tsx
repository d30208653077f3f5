import { Anchor, Box, Group, Paper, Pill, Stack, Text } from '@mantine/core'
import { IconCheck, IconCoin, IconEye, IconMailForward, IconMinus, IconPencil } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { namedValue } from '../../../src-shared/service/named-values.ts'
import { Panel } from '../../parts/panel.tsx'
import { useBrand } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import type { Column } from './matrix-model.ts'

// What an assistant may do for a brand now, in plain words, from the service's catalog alone.
type RightNow = {
  /** May be called now. */
  readonly reads: readonly MatrixTool[]
  readonly writes: readonly MatrixTool[]
  /** Of the writing ones. */
  readonly sends: readonly MatrixTool[]
  readonly spends: readonly MatrixTool[]
  /** Offered to the brand and refused at call time. */
  readonly refused: readonly MatrixTool[]
}

export const rightNow = (tools: readonly MatrixTool[], brand: Pick<MatrixBrand, 'effective'>): RightNow => {
  const allowed = tools.filter(({ name }) => namedValue(brand.effective, name) === 'allow')
  const writes = allowed.filter(({ group }) => group === 'write')
  return {
    reads: allowed.filter(({ group }) => group === 'read'),
    writes,
    sends: writes.filter(({ sendsEmail }) => sendsEmail),
    spends: writes.filter(({ spends }) => spends),
    refused: tools.filter(({ name }) => namedValue(brand.effective, name) === 'deny'),
  }
}

const sendingOf = (sends: RightNow['sends'], isDemo: boolean): string => {
  if (sends.length === 0) return 'It cannot send e-mail.'
  return isDemo
    ? 'It may use tools for e-mail, but a demo brand sends nothing.'
    : 'It can send real e-mail, which cannot be recalled.'
}

/** The whole in one sentence. */
export const inOneSentence = ({ reads, writes, sends }: RightNow, isDemo: boolean): string => {
  if (reads.length === 0 && writes.length === 0) return 'An assistant may do nothing.'
  if (writes.length === 0) return 'An assistant may read. It cannot change or send anything.'
  return `An assistant may ${reads.length === 0 ? '' : 'read and '}change things. ${sendingOf(sends, isDemo)}`
}

type AnswerProps = {
  readonly icon: ComponentType<{ size?: number | string }>
  readonly question: string
  readonly answer: string
  readonly isRisk?: boolean
  readonly tools: readonly MatrixTool[]
}

const Answer = ({ icon: Icon, question, answer, isRisk = false, tools }: AnswerProps) => {
  const tone = isRisk && tools.length > 0 ? 'warn' : undefined
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <Paper p={6} lh={0} bg={tone ? 'var(--warn-ground)' : 'var(--hover)'} className={tone ?? 'soft'} aria-hidden>
        <Icon size={16} />
      </Paper>
      <Box miw={0} pt={4}>
        <Text component="h3">
          {question} <strong>{answer}</strong>
        </Text>
        {tools.length === 0 ? null : (
          <Group component="ul" gap="5px 6px" mt="xs">
            {tools.map(({ name, label, description }) => (
              <li key={name} title={description}>
                <Pill>
                  <bdi>{label}</bdi>
                </Pill>
              </li>
            ))}
          </Group>
        )}
      </Box>
    </Group>
  )
}

const count = (tools: readonly MatrixTool[], of: number): string =>
  tools.length === 0 ? 'none' : tools.length === of ? 'all' : `${tools.length} of ${of}`

const Risk = (props: Omit<AnswerProps, 'answer'>) => (
  <Answer {...props} answer={props.tools.length === 0 ? 'No' : 'Yes'} isRisk />
)

const Extent = ({ of, ...props }: Omit<AnswerProps, 'answer'> & { readonly of: number }) => (
  <Answer {...props} answer={count(props.tools, of)} />
)

type AnswersProps = { readonly now: RightNow; readonly tools: readonly MatrixTool[]; readonly isDemo: boolean }

const SENDS = { icon: IconMailForward, question: 'Can it send real e-mail?' }

const Answers = ({ now, tools, isDemo }: AnswersProps) => {
  const total = (group: MatrixTool['group']) => tools.filter((tool) => tool.group === group).length
  return (
    <Stack component="ul" gap="md">
      {isDemo ? (
        <Answer {...SENDS} answer="No, this is a demo brand" tools={now.sends} />
      ) : (
        <Risk {...SENDS} tools={now.sends} />
      )}
      <Risk icon={IconCoin} question="Can it spend credits or change what is published?" tools={now.spends} />
      <Extent icon={IconPencil} question="Writing tools it may use:" tools={now.writes} of={total('write')} />
      <Extent icon={IconEye} question="Reading tools it may use:" tools={now.reads} of={total('read')} />
      <Answer
        icon={now.refused.length === 0 ? IconCheck : IconMinus}
        question="Tools it sees but may not use:"
        answer={now.refused.length === 0 ? 'none' : `${now.refused.length}`}
        tools={now.refused}
      />
    </Stack>
  )
}

/** "What may an assistant do right now?" for one brand. */
export const RightNowPart = ({ column, tools }: { readonly column: Column; readonly tools: readonly MatrixTool[] }) => {
  const offered = tools.filter(({ name }) => namedValue(column.brand.effective, name) !== undefined)
  const now = rightNow(offered, column.brand)
  const isDemo = useBrand(column.brand.brandId)?.demo === true
  return (
    <Panel title="What may an assistant do right now?">
      <Text fz={15} fw={500} mb={14}>
        {inOneSentence(now, isDemo)}
      </Text>
      <Answers now={now} tools={offered} isDemo={isDemo} />
      <Text c="dimmed" mt="md">
        Assistants of the service. Those that read this desk are set in{' '}
        <Anchor
          component="button"
          type="button"
          onClick={() => go({ view: 'settings', params: { section: 'assistants' } })}
        >
          Settings → Assistants on this machine
        </Anchor>
        .
      </Text>
    </Panel>
  )
}
