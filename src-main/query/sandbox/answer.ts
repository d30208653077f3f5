// The query process's side of the channel: messages of plain Node, or of a utility process of Electron.
import { isDeepStrictEqual } from 'node:util'
import type { QueryReply, QueryRequest, QueryScope } from '../messages.ts'
import { runQuery } from './run.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import { QueryRefused } from './statement.ts'

type Hooks = { readonly onBegin: (request: QueryRequest) => void; readonly onEnd: () => void }

type ParentPort = {
  readonly postMessage: (message: unknown) => void
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void
}

const faultOf = (error: unknown) =>
  error instanceof QueryRefused
    ? error.fault
    : { message: `The query failed: ${error instanceof Error ? error.message : String(error)}.`, at: null }

const createAnswer = ({ onBegin, onEnd }: Hooks) => {
  let kept: { readonly scope: QueryScope; readonly sandbox: Sandbox } | undefined
  const sandboxOf = (scope: QueryScope): Sandbox => {
    if (kept !== undefined && isDeepStrictEqual(kept.scope, scope)) return kept.sandbox
    kept?.sandbox.close()
    kept = undefined
    kept = { scope, sandbox: createSandbox(scope) }
    return kept.sandbox
  }
  return (request: QueryRequest): QueryReply => {
    const { id } = request
    onBegin(request)
    try {
      return { id, ok: true, rows: runQuery(sandboxOf(request.scope), request) }
    } catch (error) {
      return { id, ok: false, fault: faultOf(error) }
    } finally {
      onEnd()
    }
  }
}

export const answerQueries = (hooks: Hooks): void => {
  const answer = createAnswer(hooks)
  const { parentPort } = process as { parentPort?: ParentPort } // there in a utility process of Electron only
  if (parentPort !== undefined)
    parentPort.on('message', ({ data }) => parentPort.postMessage(answer(data as QueryRequest))) // the desk's own messages
  process.on('message', (message) => void process.send?.(answer(message as QueryRequest))) // the same
  process.on('disconnect', () => process.exit(0))
}
