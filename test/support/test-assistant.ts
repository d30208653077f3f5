// The protocol's own client, and what our tools answer it.
import { Client } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

type Transport = Parameters<Client['connect']>[0]

export type Answer = {
  readonly freshAsOf: string | null
  readonly total: number
  readonly returned: number
  readonly truncated: boolean
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export const connectTestAssistant = async (transport: Transport) => {
  const client = new Client({ name: 'test-assistant', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args })
    const [part] = result.content
    return { text: part?.type === 'text' ? part.text : '', isError: result.isError === true }
  }
  const read = async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
    const { text, isError } = await call(name, args)
    if (isError) throw new Error(text)
    return JSON.parse(text) as Answer // as rules/answer.ts writes it
  }
  return { client, call, read }
}
