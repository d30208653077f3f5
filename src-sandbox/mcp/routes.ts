import type { Context, Hono } from 'hono'
import type { AppDeps, AppEnv } from '../app-deps.ts'
import type { createMcpAnswers } from './answers.ts'
import { mcpPathOf, OAUTH_PATHS } from './place.ts'

type Answers = ReturnType<typeof createMcpAnswers>
type AnswerName = Exclude<keyof Answers, 'close'>

/** What is behind these routes is loaded at the first request: a sandbox without an assistant starts without it. */
export const addMcpRoutes = (app: Hono<AppEnv>, deps: AppDeps): { close: () => Promise<void> } => {
  let loading: Promise<Answers> | undefined
  const answers = (): Promise<Answers> => {
    loading ??= import('./answers.ts').then(({ createMcpAnswers: create }) => create(deps))
    return loading
  }
  const by = (name: AnswerName) => async (context: Context<AppEnv>) => (await answers())[name](context)
  app.all(mcpPathOf(deps.profile), by('mcp'))
  app.all('/.well-known/*', by('metadata'))
  app.get(OAUTH_PATHS.authorize, by('ask'))
  app.post(OAUTH_PATHS.authorize, by('decide'))
  app.post(OAUTH_PATHS.register, by('register'))
  app.post(OAUTH_PATHS.token, by('token'))
  app.post(OAUTH_PATHS.revoke, by('revoke'))
  return { close: async () => (await loading)?.close() }
}
